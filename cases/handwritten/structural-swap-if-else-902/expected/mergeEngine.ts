import { createHash } from 'node:crypto';

import type { Clock } from '../time/clock';
import type { Logger } from '../log/logger';

export interface Note {
  id: string;
  title: string;
  body: string;
  folderId: string | null;
  updatedAt: number;
  deletedAt: number | null;
}

export interface Folder {
  id: string;
  name: string;
  parentId: string | null;
  updatedAt: number;
  deletedAt: number | null;
}

export interface Tag {
  id: string;
  label: string;
  colour: string;
  updatedAt: number;
  deletedAt: number | null;
}

export interface Attachment {
  id: string;
  noteId: string;
  fileName: string;
  sha256: string;
  updatedAt: number;
  deletedAt: number | null;
}

export interface Snapshot {
  notes: Map<string, Note>;
  folders: Map<string, Folder>;
  tags: Map<string, Tag>;
  attachments: Map<string, Attachment>;
}

export interface Outbox {
  notes: Note[];
  folders: Folder[];
  tags: Tag[];
  attachments: Attachment[];
}

export interface MergeReport {
  pulled: number;
  pushed: number;
  conflicts: number;
  unchanged: number;
  startedAt: number;
  finishedAt: number;
}

export interface MergeContext {
  clock: Clock;
  log: Logger;
  /** Difference between the server's clock and ours, in milliseconds. */
  skew: number;
}

/** Edits closer together than this count as made at the same moment. */
const CONFLICT_WINDOW_MS = 2_000;

export function emptySnapshot(): Snapshot {
  return { notes: new Map(), folders: new Map(), tags: new Map(), attachments: new Map() };
}

export function emptyOutbox(): Outbox {
  return { notes: [], folders: [], tags: [], attachments: [] };
}

function emptyReport(startedAt: number): MergeReport {
  return { pulled: 0, pushed: 0, conflicts: 0, unchanged: 0, startedAt, finishedAt: startedAt };
}

function fingerprint(value: object): string {
  const keys = Object.keys(value).sort();
  return createHash('sha256').update(JSON.stringify(value, keys)).digest('hex');
}

function sameContent(local: object, remote: object): boolean {
  return fingerprint(local) === fingerprint(remote);
}

function isConflict(localTime: number, remoteTime: number): boolean {
  return Math.abs(localTime - remoteTime) < CONFLICT_WINDOW_MS;
}

function conflictTitle(title: string, at: number): string {
  const day = new Date(at).toISOString().slice(0, 10);
  return `${title} (conflict ${day})`;
}

function mergeNotes(local: Snapshot, remote: Snapshot, outbox: Outbox, report: MergeReport, ctx: MergeContext): void {
  for (const [id, remoteNote] of remote.notes) {
    const localNote = local.notes.get(id);

    if (localNote === undefined) {
      local.notes.set(id, remoteNote);
      report.pulled += 1;
      continue;
    }
    if (sameContent(localNote, remoteNote)) {
      report.unchanged += 1;
      continue;
    }

    if (isConflict(localNote.updatedAt, remoteNote.updatedAt - ctx.skew)) {
      // Never lose text: the local version survives under a new name.
      const copy = {
        ...localNote,
        id: `${id}-conflict-${ctx.clock.now()}`,
        title: conflictTitle(localNote.title, ctx.clock.now()),
      };
      local.notes.set(copy.id, copy);
      outbox.notes.push(copy);
      local.notes.set(id, remoteNote);
      report.conflicts += 1;
      ctx.log.warn('conflict', { kind: 'note', id });
      continue;
    }

    if (remoteNote.updatedAt - ctx.skew > localNote.updatedAt) {
      local.notes.set(id, remoteNote);
      report.pulled += 1;
      ctx.log.debug('merged from remote', { id });
    } else {
      outbox.notes.push(localNote);
      report.pushed += 1;
      ctx.log.debug('queued for remote', { id });
    }
  }

  for (const [id, localNote] of local.notes) {
    if (!remote.notes.has(id) && !outbox.notes.includes(localNote)) {
      outbox.notes.push(localNote);
      report.pushed += 1;
    }
  }
}

function mergeFolders(local: Snapshot, remote: Snapshot, outbox: Outbox, report: MergeReport, ctx: MergeContext): void {
  for (const [id, remoteFolder] of remote.folders) {
    const localFolder = local.folders.get(id);

    if (localFolder === undefined) {
      local.folders.set(id, remoteFolder);
      report.pulled += 1;
      continue;
    }
    if (sameContent(localFolder, remoteFolder)) {
      report.unchanged += 1;
      continue;
    }

    if (isConflict(localFolder.updatedAt, remoteFolder.updatedAt - ctx.skew)) {
      // A folder holds no text of its own, so the server simply wins.
      local.folders.set(id, remoteFolder);
      report.conflicts += 1;
      ctx.log.warn('conflict', { kind: 'folder', id });
      continue;
    }

    if (remoteFolder.updatedAt - ctx.skew > localFolder.updatedAt) {
      local.folders.set(id, remoteFolder);
      report.pulled += 1;
      ctx.log.debug('merged from remote', { id });
    } else {
      outbox.folders.push(localFolder);
      report.pushed += 1;
      ctx.log.debug('queued for remote', { id });
    }
  }

  for (const [id, localFolder] of local.folders) {
    if (!remote.folders.has(id) && !outbox.folders.includes(localFolder)) {
      outbox.folders.push(localFolder);
      report.pushed += 1;
    }
  }
}

function mergeTags(local: Snapshot, remote: Snapshot, outbox: Outbox, report: MergeReport, ctx: MergeContext): void {
  for (const [id, remoteTag] of remote.tags) {
    const localTag = local.tags.get(id);

    if (localTag === undefined) {
      local.tags.set(id, remoteTag);
      report.pulled += 1;
      continue;
    }
    if (sameContent(localTag, remoteTag)) {
      report.unchanged += 1;
      continue;
    }

    if (isConflict(localTag.updatedAt, remoteTag.updatedAt - ctx.skew)) {
      // Colours are a matter of taste; the newer taste is as good as the older.
      local.tags.set(id, remoteTag);
      report.conflicts += 1;
      ctx.log.warn('conflict', { kind: 'tag', id });
      continue;
    }

    if (remoteTag.updatedAt - ctx.skew > localTag.updatedAt) {
      local.tags.set(id, remoteTag);
      report.pulled += 1;
      ctx.log.debug('merged from remote', { id });
    } else {
      outbox.tags.push(localTag);
      report.pushed += 1;
      ctx.log.debug('queued for remote', { id });
    }
  }

  for (const [id, localTag] of local.tags) {
    if (!remote.tags.has(id) && !outbox.tags.includes(localTag)) {
      outbox.tags.push(localTag);
      report.pushed += 1;
    }
  }
}

function mergeAttachments(local: Snapshot, remote: Snapshot, outbox: Outbox, report: MergeReport, ctx: MergeContext): void {
  for (const [id, remoteAttachment] of remote.attachments) {
    const localAttachment = local.attachments.get(id);

    if (localAttachment === undefined) {
      local.attachments.set(id, remoteAttachment);
      report.pulled += 1;
      continue;
    }
    if (localAttachment.sha256 === remoteAttachment.sha256) {
      report.unchanged += 1;
      continue;
    }

    if (remoteAttachment.updatedAt - ctx.skew > localAttachment.updatedAt) {
      local.attachments.set(id, remoteAttachment);
      report.pulled += 1;
      ctx.log.debug('merged from remote', { id });
    } else {
      outbox.attachments.push(localAttachment);
      report.pushed += 1;
      ctx.log.debug('queued for remote', { id });
    }
  }

  for (const [id, localAttachment] of local.attachments) {
    if (!remote.attachments.has(id) && !outbox.attachments.includes(localAttachment)) {
      outbox.attachments.push(localAttachment);
      report.pushed += 1;
    }
  }
}

/** Notes whose folder is gone move to the root instead of disappearing with it. */
function rescueOrphans(snapshot: Snapshot, outbox: Outbox, ctx: MergeContext): void {
  for (const [id, note] of snapshot.notes) {
    if (note.folderId === null) {
      continue;
    }
    const folder = snapshot.folders.get(note.folderId);
    if (folder !== undefined && folder.deletedAt === null) {
      continue;
    }
    const rescued = { ...note, folderId: null, updatedAt: ctx.clock.now() };
    snapshot.notes.set(id, rescued);
    outbox.notes.push(rescued);
    ctx.log.info('moved orphaned note to the root', { id });
  }
}

/** Tombstones older than the horizon are dropped on both sides. */
function dropTombstones(snapshot: Snapshot, horizon: number): void {
  const tables: Map<string, { deletedAt: number | null }>[] = [
    snapshot.notes,
    snapshot.folders,
    snapshot.tags,
    snapshot.attachments,
  ];
  for (const table of tables) {
    for (const [id, row] of table) {
      if (row.deletedAt !== null && row.deletedAt < horizon) {
        table.delete(id);
      }
    }
  }
}

/** Merges `remote` into `local` in place and tells what has to be sent to the server. */
export function merge(local: Snapshot, remote: Snapshot, ctx: MergeContext): [Outbox, MergeReport] {
  const outbox = emptyOutbox();
  const report = emptyReport(ctx.clock.now());

  // Folders first: notes refer to them.
  mergeFolders(local, remote, outbox, report, ctx);
  mergeNotes(local, remote, outbox, report, ctx);
  mergeTags(local, remote, outbox, report, ctx);
  mergeAttachments(local, remote, outbox, report, ctx);

  rescueOrphans(local, outbox, ctx);
  dropTombstones(local, ctx.clock.now() - 30 * 24 * 60 * 60 * 1000);

  report.finishedAt = ctx.clock.now();
  ctx.log.info('merge finished', { ...report });
  return [outbox, report];
}
