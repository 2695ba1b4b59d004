"""
Runs the checker on several folders in one process, which verifies each signature once: `check-many.py FOLDER…`. Prints
one line of JSON per folder: {"code", "said"}.
"""
import contextlib
import functools
import io
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), '../../../docs/checker'))

import check
import roots

roots.verify = functools.lru_cache(maxsize=None)(roots.verify)
for folder in sys.argv[1:]:
    sys.argv[1:] = [folder, '--show', '1000']
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = check.main()
    print(json.dumps({'code': code, 'said': said.getvalue()}))
