/** The play queue of a music player: what plays, what comes next, and how it is shuffled. */

export type RepeatMode = 'off' | 'one' | 'all';

export interface Queue {
  tracks: readonly string[];
  order: readonly number[];
  position: number;
  repeat: RepeatMode;
  shuffled: boolean;
  playing: boolean;
  seconds: number;
}

export type Command =
  | { type: 'play' | 'resume' | 'pause' | 'stop' | 'next' | 'skip' | 'previous' }
  | { type: 'ended' | 'failed' }
  | { type: 'seek'; seconds: number }
  | { type: 'jump'; position: number }
  | { type: 'repeat'; mode: RepeatMode }
  | { type: 'shuffle'; random: () => number };

export function control(queue: Queue, command: Command): Queue {
  const last = queue.order.length - 1;
  switch (command.type) {
    case 'play':
    case 'resume':
      return { ...queue, playing: queue.tracks.length > 0 };
    case 'pause':
      return { ...queue, playing: false };
    case 'stop':
      return { ...queue, playing: false, position: 0, seconds: 0 };
    case 'ended':
      if (queue.repeat !== 'one') {
        return { ...queue, seconds: 0 };
      }
      return step(queue, 1, queue.repeat === 'all');
    case 'failed':
    case 'skip':
    case 'next':
      return step(queue, 1, queue.repeat === 'all');
    case 'previous':
      // Early in a track this goes back, later on it starts the track anew.
      if (queue.seconds >= RESTART_AFTER) {
        return { ...queue, seconds: 0, playing: true };
      }
      return step(queue, -1, queue.repeat === 'all');
    case 'seek':
      return { ...queue, seconds: Math.max(0, command.seconds) };
    case 'jump': {
      const position = Math.min(Math.max(0, command.position), last);
      return { ...queue, position, seconds: 0, playing: false };
    }
    case 'repeat':
      return { ...queue, repeat: command.mode };
    case 'shuffle': {
      const current = queue.order[queue.position];
      const order = queue.shuffled ? inOrder(queue) : mix(queue.order, current, command.random);
      return { ...queue, order, position: order.indexOf(current), shuffled: !queue.shuffled };
    }
  }
}

const RESTART_AFTER = 3;

function inOrder(queue: Queue): number[] {
  return queue.tracks.map((_, index) => index);
}

function step(queue: Queue, by: 1 | -1, wrap: boolean): Queue {
  const count = queue.order.length;
  const target = queue.position + by;
  if (target >= 0 && target < count) {
    return { ...queue, position: target, seconds: 0 };
  }
  if (wrap && count > 0) {
    return { ...queue, position: (target + count) % count, seconds: 0 };
  } else {
    const position = by > 0 ? 0 : queue.position;
    return { ...queue, position, seconds: 0, playing: by < 0 };
  }
}

/** All others in a drawn order (Fisher and Yates), with the current track in front. */
export function mix(order: readonly number[], current: number, random: () => number): number[] {
  const mixed = order.filter((index) => index !== current);
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(random() / (i + 1));
    [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
  }
  return current === undefined ? mixed : [current, ...mixed];
}

export function upcoming(queue: Queue, limit = 20): string[] {
  const names: string[] = [];
  let position = queue.position + 1;
  while (names.length < limit) {
    if (position >= queue.order.length) {
      if (queue.repeat !== 'all' || names.length >= queue.order.length) {
        break;
      }
      position = 0;
    }
    names.push(queue.tracks[queue.order[position]]);
    position++;
  }
  return names;
}

const SECONDS_PER_MINUTE = 60;

export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds);
  const minutes = Math.floor(whole / SECONDS_PER_MINUTE);
  const rest = String(whole % SECONDS_PER_MINUTE).padStart(2, '0');
  if (minutes >= 60) {
    const hours = Math.floor(minutes / 60);
    return `${hours}:${String(minutes % 60).padStart(2, '0')}:${rest}`;
  } else {
    return `${minutes}:${rest}`;
  }
}
