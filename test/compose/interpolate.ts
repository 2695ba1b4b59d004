/** A variable that a text needs and that nobody has set; or a text that breaks off. */
export class CannotInterpolate extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CannotInterpolate';
  }
}

/** Where the brace that was opened before `from` is closed. */
function endOfBrace(text: string, from: number): number {
  for (let depth = 1, at = from; at < text.length; at += 1) {
    if (text.startsWith('${', at)) depth += 1;
    else if (text[at] === '}' && (depth -= 1) === 0) return at;
  }
  throw new CannotInterpolate(`a brace of ${text} is not closed`);
}

/**
 * Puts variables into a text as Compose does: `$NAME`, `${NAME}`, `${NAME:-default}`, `${NAME:?words}`, and `$$` for the sign itself.
 * @param onVariable hears the name of each
 * @throws CannotInterpolate for a variable that must be set and is not, or for a form that is none of these
 */
export function interpolate(text: string, env: Readonly<Record<string, string>>, onVariable: (name: string) => void = () => {}): string {
  let out = '';
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== '$') {
      out += text[at] ?? '';
    } else if (text[at + 1] === '$') {
      out += '$';
      at += 1;
    } else if (text[at + 1] === '{') {
      const end = endOfBrace(text, at + 2);
      out += expression(text.slice(at + 2, end), env, onVariable);
      at = end;
    } else {
      const name = /^[A-Za-z_]\w*/.exec(text.slice(at + 1))?.[0];
      if (name === undefined) throw new CannotInterpolate(`a lone $ in ${text}`);
      out += expression(name, env, onVariable);
      at += name.length;
    }
  }
  return out;
}

function expression(inner: string, env: Readonly<Record<string, string>>, onVariable: (name: string) => void): string {
  const [, name = '', operator = '', rest = ''] = /^([A-Za-z_]\w*)(:-|:\?)?([\s\S]*)$/.exec(inner) ?? [];
  if (name === '' || (operator === '' && rest !== '')) throw new CannotInterpolate(`\${${inner}} is in no form that is known here`);
  onVariable(name);
  const value = env[name] ?? '';
  if (value !== '' || operator === '') return value;
  if (operator === ':?') throw new CannotInterpolate(`${name} is not set: ${rest}`);
  return interpolate(rest, env, onVariable);
}
