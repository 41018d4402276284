import { useEffect, useRef, useState } from 'react';

import { IconButton } from '../ui/IconButton';
import type { Player, Track } from './player';

interface Props {
    player: Player;
    onOpenArtist: (artistId: string) => void;
}

interface Progress {
    position: number;
    buffered: number;
}

const SEEK_STEP = 10;

function clock(seconds: number): string {
    const whole = Math.max(0, Math.floor(seconds));
    const minutes = Math.floor(whole / 60);
    return `${minutes}:${String(whole % 60).padStart(2, '0')}`;
}

function share(part: number, whole: number): number {
    return whole > 0 ? Math.min(1, part / whole) : 0;
}

function coverOf(track: Track | undefined, size: number): string {
    const fitting = track?.album?.covers.filter((cover) => cover.width >= size) ?? [];
    const smallest = fitting.sort((a, b) => a.width - b.width)[0];
    return smallest?.url ?? '/static/no-cover.svg';
}

function titleOf(track: Track | undefined): string {
    if (!track) {
        return 'Nothing is playing';
    }
    const featured = track.featured.map((artist) => artist.name).join(', ');
    return featured ? `${track.title} (with ${featured})` : track.title;
}

function useTrack(player: Player): Track | undefined {
    const [track, setTrack] = useState(player.track);
    useEffect(() => player.subscribe('track', setTrack), [player]);
    return track;
}

function useProgress(player: Player): Progress {
    const [progress, setProgress] = useState<Progress>({ position: 0, buffered: 0 });
    const frame = useRef(0);

    useEffect(() => {
        function tick() {
            setProgress({ position: player.position, buffered: player.buffered });
            frame.current = requestAnimationFrame(tick);
        }
        frame.current = requestAnimationFrame(tick);
        return () => cancelAnimationFrame(frame.current);
    }, [player]);

    return progress;
}

function announce(track: Track | undefined, player: Player): void {
    if (!('mediaSession' in navigator)) {
        return;
    }
    navigator.mediaSession.metadata = new MediaMetadata({
        title: titleOf(track),
        artist: track?.artists.map((artist) => artist.name).join(', ') ?? '',
        album: track?.album?.title ?? '',
        artwork: [{ src: coverOf(track, 256), sizes: '256x256' }],
    });
    navigator.mediaSession.setActionHandler('nexttrack', () => player.next());
    navigator.mediaSession.setActionHandler('previoustrack', () => player.previous());
}

export function NowPlaying({ player, onOpenArtist }: Props) {
    const track = useTrack(player);
    const { position, buffered } = useProgress(player);
    const duration = track?.duration ?? 0;

    useEffect(() => announce(track, player), [track, player]);

    function seekBy(seconds: number) {
        player.seek(Math.min(duration, Math.max(0, position + seconds)));
    }

    return (
        <section aria-label="Now playing" className="now-playing">
            <img src={coverOf(track, 128)} alt="" width={128} height={128} />
            <div className="title">
                <strong>{titleOf(track)}</strong>
                {track?.artists.map((artist) => (
                    <button key={artist.id} type="button" onClick={() => onOpenArtist(artist.id)}>
                        {artist.name}
                    </button>
                ))}
                <em>{track?.album?.title ?? ''}</em>
            </div>
            <div className="bar" aria-hidden="true">
                <span className="buffered" style={{ width: `${share(buffered, duration) * 100}%` }} />
                <span className="played" style={{ width: `${share(position, duration) * 100}%` }} />
            </div>
            <div className="times">
                <time>{clock(position)}</time>
                <time>{clock(duration)}</time>
            </div>
            <div className="buttons">
                <IconButton icon="previous" label="Previous" onClick={() => player.previous()} />
                <IconButton icon="back" label="Back 10 s" onClick={() => seekBy(-SEEK_STEP)} />
                <IconButton
                    icon={player.paused ? 'play' : 'pause'}
                    label={player.paused ? 'Play' : 'Pause'}
                    disabled={!track}
                    onClick={() => player.toggle()}
                />
                <IconButton icon="ahead" label="Ahead 10 s" onClick={() => seekBy(SEEK_STEP)} />
                <IconButton icon="next" label="Next" onClick={() => player.next()} />
            </div>
        </section>
    );
}
