import { ChevronDown, Video } from 'lucide-react';
import { useId, useState } from 'react';

import type { Ad } from '../../../../../contract/src/calls/ads.ts';
import { adState, type AdState } from '../../../../../contract/src/rules/ads.ts';
import { normaliseLink } from '../../../../../contract/src/rules/links.ts';
import { assertApiError } from '../../../api/api-error.ts';
import { announce } from '../../../ui/browser/announce.ts';
import { useNow } from '../../../ui/browser/now.ts';
import { Button } from '../../../ui/Button.tsx';
import { alertDialog, confirmDialog } from '../../../ui/overlays/dialogs.ts';
import { smallerPictures } from '../../../ui/smaller-pictures.ts';
import { deleteAd, setAdStatus } from './admin-ads.ts';
import { AdStats } from './AdStats.tsx';

import styles from './AdList.module.css';

const words: Record<AdState, string> = {
  activo: 'Activo',
  pausado: 'Pausado',
  programado: 'Programado',
  terminado: 'Terminado',
};

export function AdRow({ ad }: { ad: Ad }) {
  const id = useId();
  const [doing, setDoing] = useState<'status' | 'delete' | null>(null);
  const [open, setOpen] = useState(false);
  // A new ad starts after the clock's last tick and would still count as scheduled.
  const state = adState(ad, new Date(useNow(Date.parse(ad.startAt))));
  const name = ad.title || ad.site;

  const run = async (
    action: 'status' | 'delete',
    work: () => Promise<void>,
    successText: string,
    failureText: string,
  ) => {
    setDoing(action);
    try {
      await work();
      announce(successText);
    } catch (error) {
      assertApiError(error);
      await alertDialog(failureText);
    } finally {
      setDoing(null);
    }
  };
  const pause = () =>
    run('status', () => setAdStatus(ad.id, 'paused'), 'Anuncio pausado.', 'No se pudo pausar.');
  const reactivate = () =>
    run('status', () => setAdStatus(ad.id, 'active'), 'Anuncio reactivado.', 'No se pudo reactivar.');
  const remove = async () => {
    const sure = await confirmDialog(
      '¿Eliminar este anuncio? También se borran su archivo y sus estadísticas.',
      {
        confirm: 'Eliminar',
      },
    );
    if (sure) await run('delete', () => deleteAd(ad.id), 'Anuncio eliminado.', 'No se pudo eliminar.');
  };

  return (
    <li className={styles.row}>
      <div className={styles.ad}>
        {ad.imageUrl ? (
          <img
            className={styles.thumbnail}
            {...smallerPictures(ad.imageUrl, 144)}
            alt=""
            loading="lazy"
            decoding="async"
          />
        ) : (
          <span className={styles.thumbnail}>
            <Video size={28} aria-label="Video" />
          </span>
        )}
        <div>
          <div className={styles.head}>
            <span id={id} className={styles.name} dir="auto">
              {name}
            </span>
            <span className={styles.state} data-state={state}>
              {words[state]}
            </span>
          </div>
          <a
            className={styles.link}
            href={normaliseLink(ad.linkUrl) ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
          >
            {ad.linkUrl}
          </a>
          <span className={styles.facts}>{stretchOf(ad)}</span>
          <span className={styles.facts}>
            Cada {ad.frequency} publicaciones · hasta {ad.capPerUserPerDay} por usuario y día
          </span>
        </div>
      </div>
      <div className={styles.actions}>
        {ad.status === 'active' ? (
          <Button size="small" busy={doing === 'status'} aria-describedby={id} onClick={() => void pause()}>
            Pausar
          </Button>
        ) : (
          <Button
            size="small"
            busy={doing === 'status'}
            aria-describedby={id}
            onClick={() => void reactivate()}
          >
            Reactivar
          </Button>
        )}
        <Button
          size="small"
          variant="danger"
          busy={doing === 'delete'}
          aria-describedby={id}
          onClick={() => void remove()}
        >
          Eliminar
        </Button>
        <Button
          size="small"
          variant="quiet"
          className={styles.stats}
          aria-expanded={open}
          aria-controls={`${id}-stats`}
          aria-describedby={id}
          onClick={() => setOpen(!open)}
        >
          Estadísticas
          <ChevronDown size={16} aria-hidden className={styles.chevron} />
        </Button>
      </div>
      <div id={`${id}-stats`} hidden={!open}>
        {open && <AdStats adId={ad.id} name={name} />}
      </div>
    </li>
  );
}

const format = new Intl.DateTimeFormat('es-AR', {
  timeZone: 'America/Argentina/Buenos_Aires',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

const momentOf = (time: string) => format.format(new Date(time)).replace(',', '');

function stretchOf({ startAt, endAt }: Ad): string {
  const from = momentOf(startAt);
  return endAt === null ? `Desde ${from}, sin fin` : `Desde ${from} hasta ${momentOf(endAt)}`;
}
