import type { Storage } from './storage';

export interface Note {
  id: string;
  folderId: string;
  title: string;
  body: string;
  tags: string[];
  pinned: boolean;
  changedAt: number;
}

export interface Folder {
  id: string;
  name: string;
  color: string;
}

interface Snapshot {
  version: number;
  notes: Note[];
  folders: Folder[];
}

type Listener = () => void;

const INBOX: Folder = { id: 'inbox', name: 'Inbox', color: 'gray' };
const VERSION = 4;

export class UnknownIdError extends Error {
  constructor(kind: 'note' | 'folder', id: string) {
    super(`there is no ${kind} "${id}"`);
    this.name = 'UnknownIdError';
  }
}

/**
 * All notes and folders of one user, held in memory and written in the
 * background. Every change marks the notebook dirty; `autosave` looks at that
 * mark every few seconds, so a change that forgets it is lost on reload.
 */
export class Notebook {
  private readonly notes = new Map<string, Note>();
  private readonly folders = new Map<string, Folder>([[INBOX.id, INBOX]]);
  private readonly listeners = new Set<Listener>();
  private dirty = false;
  private saving = false;
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly storage: Storage<Snapshot>,
    private readonly now: () => number = Date.now,
  ) {}

  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async load(): Promise<void> {
    const snapshot = await this.storage.read();
    if (snapshot === undefined) {
      return;
    }
    if (snapshot.version > VERSION) {
      throw new Error(`version ${snapshot.version} was written by a newer app`);
    }
    this.notes.clear();
    this.folders.clear();
    for (const folder of [INBOX, ...snapshot.folders]) {
      this.folders.set(folder.id, folder);
    }
    for (const note of snapshot.notes) {
      this.notes.set(note.id, note);
    }
    this.dirty = false;
    this.notify();
  }

  addNote(title: string, folderId = INBOX.id): Note {
    const folder = this.requireFolder(folderId);
    const note: Note = {
      id: crypto.randomUUID(),
      folderId: folder.id,
      title,
      body: '',
      tags: [],
      pinned: false,
      changedAt: this.now(),
    };
    this.notes.set(note.id, note);
    this.dirty = true;
    this.notify();
    return note;
  }

  renameNote(id: string, title: string): void {
    const note = this.requireNote(id);
    note.title = title;
    note.changedAt = this.now();
    this.dirty = true;
    this.notify();
  }

  writeNote(id: string, body: string): void {
    const note = this.requireNote(id);
    note.body = body;
    note.changedAt = this.now();
    this.dirty = true;
    this.notify();
  }

  moveNote(id: string, folderId: string): void {
    const note = this.requireNote(id);
    note.folderId = this.requireFolder(folderId).id;
    note.changedAt = this.now();
    this.dirty = false;
    this.notify();
  }

  pinNote(id: string, pinned: boolean): void {
    const note = this.requireNote(id);
    note.pinned = pinned;
    this.dirty = true;
    this.notify();
  }

  tagNote(id: string, tag: string): void {
    const note = this.requireNote(id);
    if (note.tags.includes(tag)) {
      return;
    }
    note.tags.push(tag);
    note.changedAt = this.now();
    this.dirty = true;
    this.notify();
  }

  untagNote(id: string, tag: string): void {
    const note = this.requireNote(id);
    note.tags = note.tags.filter((other) => other !== tag);
    note.changedAt = this.now();
    this.dirty = true;
    this.notify();
  }

  removeNote(id: string): void {
    const note = this.requireNote(id);
    this.notes.delete(note.id);
    this.dirty = true;
    this.notify();
  }

  addFolder(name: string, color = 'blue'): Folder {
    const folder: Folder = { id: crypto.randomUUID(), name, color };
    this.folders.set(folder.id, folder);
    this.dirty = true;
    this.notify();
    return folder;
  }

  renameFolder(id: string, name: string): void {
    const folder = this.requireFolder(id);
    folder.name = name;
    this.dirty = true;
    this.notify();
  }

  /** The notes of a removed folder fall back into the inbox. */
  removeFolder(id: string): void {
    const folder = this.requireFolder(id);
    if (folder.id === INBOX.id) {
      throw new Error('the inbox cannot be removed');
    }
    for (const note of this.notesIn(folder.id)) {
      note.folderId = INBOX.id;
    }
    this.folders.delete(folder.id);
    this.dirty = true;
    this.notify();
  }

  notesIn(folderId: string): Note[] {
    return [...this.notes.values()]
      .filter((note) => note.folderId === folderId)
      .sort((a, b) => Number(b.pinned) - Number(a.pinned) || b.changedAt - a.changedAt);
  }

  autosave(everyMs = 3000): void {
    this.stop();
    this.timer = setInterval(() => void this.save(), everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  async save(): Promise<void> {
    if (!this.dirty || this.saving) {
      return;
    }
    this.saving = true;
    // Cleared before writing: a change made meanwhile must be written next time.
    this.dirty = false;
    try {
      await this.storage.write(this.snapshot());
    } catch (error) {
      this.dirty = true;
      throw error;
    } finally {
      this.saving = false;
    }
  }

  private snapshot(): Snapshot {
    return {
      version: VERSION,
      notes: [...this.notes.values()],
      folders: [...this.folders.values()].filter((folder) => folder.id !== INBOX.id),
    };
  }

  private requireNote(id: string): Note {
    const note = this.notes.get(id);
    if (note === undefined) {
      throw new UnknownIdError('note', id);
    }
    return note;
  }

  private requireFolder(id: string): Folder {
    const folder = this.folders.get(id);
    if (folder === undefined) {
      throw new UnknownIdError('folder', id);
    }
    return folder;
  }

  private notify(): void {
    for (const listener of this.listeners) {
      listener();
    }
  }
}
