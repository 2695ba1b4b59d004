'use client';

import { Download, Ellipsis, Repeat2, Trash2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { Button, IconButton } from '@/ui/button';
import { Confirm, Dialog, Sheet } from '@/ui/overlay/dialog';
import { Icon } from '@/ui/icon';
import { Menu, MenuItem, MenuNote, MenuSeparator } from '@/ui/overlay/menu';
import { Popover, Tooltip } from '@/ui/overlay/popover';
import { Specimen } from './specimen';

function Windows() {
  const t = useTranslations('image');
  const common = useTranslations('common');
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'bottom' | 'end'>();
  const is = (name: typeof open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : undefined),
  });
  return (
    <Specimen name="Dialog, Confirm, Sheet">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpen('dialog')}>{t('actions.open')}</Button>
        <Button tone="danger" onClick={() => setOpen('confirm')}>
          {t('actions.delete')}
        </Button>
        <Button onClick={() => setOpen('bottom')}>{t('sheet.open')}</Button>
        <Button onClick={() => setOpen('end')}>{t('session.open')}</Button>
      </div>
      <Dialog
        {...is('dialog')}
        title={t('understood.title')}
        description={t('understood.ignoredHelp')}
        closeLabel={common('close')}
      >
        <Button tone="accent" shape="block">
          {t('create')}
        </Button>
      </Dialog>
      <Confirm
        {...is('confirm')}
        title={t('deleting.title')}
        description={t('deleting.text')}
        actions={({ Cancel, Action }) => (
          <>
            <Cancel asChild>
              <Button tone="quiet">{t('deleting.keep')}</Button>
            </Cancel>
            <Action asChild>
              <Button tone="danger">{t('deleting.confirm')}</Button>
            </Action>
          </>
        )}
      />
      <Sheet {...is('bottom')} title={t('sheet.title')} closeLabel={t('sheet.close')}>
        <p className="text-sm text-ink-2">{t('description')}</p>
      </Sheet>
      <Sheet {...is('end')} side="end" title={t('session.title')} closeLabel={common('close')}>
        <p className="text-sm text-ink-2">{t('session.text')}</p>
      </Sheet>
    </Specimen>
  );
}

/** Dialogs, menus and other overlays. */
export function OverlaysHall() {
  const t = useTranslations('image');
  return (
    <>
      <Windows />
      <Specimen name="Menu, Popover, Tooltip, toast">
        <div className="flex flex-wrap gap-2">
          <Menu
            label={t('actions.open')}
            align="start"
            trigger={
              <IconButton label={t('actions.open')} tone="plain">
                <Icon of={Ellipsis} />
              </IconButton>
            }
          >
            <MenuItem icon={Repeat2} keys="R" onSelect={() => undefined}>
              {t('actions.remix')}
            </MenuItem>
            <MenuItem icon={Download} keys="D" onSelect={() => undefined}>
              {t('actions.download')}
            </MenuItem>
            <MenuItem disabled onSelect={() => undefined}>
              {t('actions.edit')}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => undefined}>
              {t('actions.delete')}
            </MenuItem>
            <MenuNote>{t('deleting.text')}</MenuNote>
          </Menu>
          <Popover label={t('advanced.label')} trigger={<Button>{t('advanced.label')}</Button>}>
            <p className="max-w-56 text-sm">{t('advanced.seedHelp')}</p>
          </Popover>
          <Tooltip trigger={<Button>{t('heldBadge', { count: 24 })}</Button>}>{t('short.held', { held: 24 })}</Tooltip>
          <Button
            onClick={() =>
              toast(t('live.succeeded', { count: 4 }), {
                action: { label: t('actions.open'), onClick: () => undefined },
              })
            }
          >
            {t('ready')}
          </Button>
        </div>
      </Specimen>
    </>
  );
}
