/**
 * Reads and writes Standard MIDI Files (format 0 and 1).
 *
 * The reader is strict about structure and lenient about content: a chunk with
 * a wrong length is an error, an unknown meta event is kept as raw bytes.
 */

export interface TimedEvent<T> {
    /** Ticks since the previous event of the same track. */
    delta: number;
    event: T;
}

export type ChannelEvent =
    | { kind: "noteOff"; channel: number; key: number; velocity: number }
    | { kind: "noteOn"; channel: number; key: number; velocity: number }
    | { kind: "polyPressure"; channel: number; key: number; pressure: number }
    | { kind: "control"; channel: number; controller: number; value: number }
    | { kind: "program"; channel: number; program: number }
    | { kind: "pressure"; channel: number; pressure: number }
    | { kind: "bend"; channel: number; amount: number };

export type MetaEvent =
    | { kind: "sequenceNumber"; number: number }
    | { kind: "text"; role: TextRole; text: string }
    | { kind: "endOfTrack" }
    | { kind: "tempo"; microsPerQuarter: number }
    | { kind: "timeSignature"; numerator: number; denominator: number; clocks: number; thirtySeconds: number }
    | { kind: "keySignature"; sharps: number; minor: boolean }
    | { kind: "unknownMeta"; type: number; data: Uint8Array };

export type SysexEvent = { kind: "sysex"; continued: boolean; data: Uint8Array };

export type TextRole = "text" | "copyright" | "trackName" | "instrument" | "lyric" | "marker" | "cue";

export type MidiEvent = ChannelEvent | MetaEvent | SysexEvent;

export interface Track {
    events: TimedEvent<MidiEvent>[];
}

export interface MidiFile {
    format: 0 | 1;
    ticksPerQuarter: number;
    tracks: Track[];
}

const HEADER_ID = "MThd";
const TRACK_ID = "MTrk";

const TEXT_ROLES: TextRole[] = ["text", "copyright", "trackName", "instrument", "lyric", "marker", "cue"];

export class MidiFormatError extends Error {
    constructor(message: string, readonly offset: number) {
        super(`${message} (at byte ${offset})`);
        this.name = "MidiFormatError";
    }
}

/** A cursor over a byte array that refuses to run past the end. */
class ByteReader {
    private position = 0;

    constructor(
        private readonly bytes: Uint8Array,
        private readonly base = 0,
    ) {}

    get offset(): number {
        return this.base + this.position;
    }

    get remaining(): number {
        return this.bytes.length - this.position;
    }

    peek(): number {
        if (this.remaining < 1) {
            throw new MidiFormatError("Unexpected end of data", this.offset);
        }
        return this.bytes[this.position];
    }

    u8(): number {
        const value = this.peek();
        this.position += 1;
        return value;
    }

    u16(): number {
        const high = this.u8();
        const low = this.u8();
        return (high << 8) | low;
    }

    u24(): number {
        const high = this.u8();
        const rest = this.u16();
        return (high << 16) | rest;
    }

    u32(): number {
        const high = this.u16();
        const low = this.u16();
        return high * 0x10000 + low;
    }

    /** A number of one to four bytes, seven bits each, most significant first. */
    varint(): number {
        let value = 0;
        for (let count = 0; count < 4; count++) {
            const byte = this.u8();
            value = (value << 7) | (byte & 0x7f);
            if ((byte & 0x80) === 0) {
                return value;
            }
        }
        throw new MidiFormatError("Variable-length number longer than four bytes", this.offset);
    }

    take(length: number): Uint8Array {
        if (length > this.remaining) {
            throw new MidiFormatError(`Expected ${length} bytes, found ${this.remaining}`, this.offset);
        }
        const slice = this.bytes.subarray(this.position, this.position + length);
        this.position += length;
        return slice;
    }

    ascii(length: number): string {
        return String.fromCharCode(...this.take(length));
    }

    /** A reader over the next `length` bytes, which this reader then skips. */
    section(length: number): ByteReader {
        const start = this.offset;
        return new ByteReader(this.take(length), start);
    }
}

/** A byte buffer that grows; numbers are written big-endian. */
class ByteWriter {
    private chunks: number[] = [];

    get length(): number {
        return this.chunks.length;
    }

    u8(value: number): void {
        this.chunks.push(value & 0xff);
    }

    u16(value: number): void {
        this.u8(value >> 8);
        this.u8(value);
    }

    u24(value: number): void {
        this.u8(value >> 16);
        this.u16(value);
    }

    u32(value: number): void {
        this.u16(Math.floor(value / 0x10000));
        this.u16(value % 0x10000);
    }

    varint(value: number): void {
        const septets = [value & 0x7f];
        for (let rest = value >> 7; rest > 0; rest >>= 7) {
            septets.unshift((rest & 0x7f) | 0x80);
        }
        septets.forEach((septet) => this.u8(septet));
    }

    ascii(text: string): void {
        for (const character of text) {
            this.u8(character.charCodeAt(0));
        }
    }

    raw(bytes: Iterable<number>): void {
        for (const byte of bytes) {
            this.u8(byte);
        }
    }

    bytes(): Uint8Array {
        return Uint8Array.from(this.chunks);
    }
}

function readDataByte(reader: ByteReader): number {
    const value = reader.u8();
    if (value > 0x7f) {
        throw new MidiFormatError("Data byte has its high bit set", reader.offset - 1);
    }
    return value;
}

function readChannelEvent(status: number, reader: ByteReader): ChannelEvent {
    const channel = status & 0x0f;
    switch (status & 0xf0) {
        case 0x80: {
            const key = readDataByte(reader);
            const velocity = readDataByte(reader);
            return { kind: "noteOff", channel, key, velocity };
        }
        case 0x90: {
            const key = readDataByte(reader);
            const velocity = readDataByte(reader);
            // A note-on with velocity zero is how running status spells note-off.
            return velocity === 0
                ? { kind: "noteOff", channel, key, velocity: 64 }
                : { kind: "noteOn", channel, key, velocity };
        }
        case 0xa0: {
            const key = readDataByte(reader);
            const pressure = readDataByte(reader);
            return { kind: "polyPressure", channel, key, pressure };
        }
        case 0xb0: {
            const controller = readDataByte(reader);
            const value = readDataByte(reader);
            return { kind: "control", channel, controller, value };
        }
        case 0xc0: {
            const program = readDataByte(reader);
            return { kind: "program", channel, program };
        }
        case 0xd0: {
            const pressure = readDataByte(reader);
            return { kind: "pressure", channel, pressure };
        }
        case 0xe0: {
            const low = readDataByte(reader);
            const high = readDataByte(reader);
            return { kind: "bend", channel, amount: ((high << 7) | low) - 0x2000 };
        }
        default:
            throw new MidiFormatError(`Unknown status byte 0x${status.toString(16)}`, reader.offset - 1);
    }
}

function expectLength(type: number, actual: number, wanted: number, offset: number): void {
    if (actual !== wanted) {
        const name = `0x${type.toString(16).padStart(2, "0")}`;
        throw new MidiFormatError(`Meta event ${name} must have ${wanted} bytes, not ${actual}`, offset);
    }
}

function readMetaEvent(reader: ByteReader): MetaEvent {
    const type = reader.u8();
    const length = reader.varint();
    const body = reader.section(length);

    if (type >= 0x01 && type <= 0x07) {
        const text = new TextDecoder("utf-8").decode(body.take(length));
        return { kind: "text", role: TEXT_ROLES[type - 1], text };
    }

    switch (type) {
        case 0x00: {
            // Some writers leave the number out, which means "same as the track's index".
            const number = length === 0 ? -1 : body.u16();
            return { kind: "sequenceNumber", number };
        }
        case 0x2f: {
            expectLength(type, length, 0, body.offset);
            return { kind: "endOfTrack" };
        }
        case 0x51: {
            expectLength(type, length, 3, body.offset);
            return { kind: "tempo", microsPerQuarter: body.u24() };
        }
        case 0x58: {
            expectLength(type, length, 4, body.offset);
            const numerator = body.u8();
            const denominator = 2 ** body.u8();
            const clocks = body.u8();
            const thirtySeconds = body.u8();
            return { kind: "timeSignature", numerator, denominator, clocks, thirtySeconds };
        }
        case 0x59: {
            expectLength(type, length, 2, body.offset);
            const byte = body.u8();
            // The count of sharps is signed; negative means flats.
            const sharps = byte > 0x7f ? byte - 0x100 : byte;
            const minor = body.u8() === 1;
            return { kind: "keySignature", sharps, minor };
        }
        default:
            return { kind: "unknownMeta", type, data: body.take(length) };
    }
}

function readSysex(status: number, reader: ByteReader): SysexEvent {
    const length = reader.varint();
    return { kind: "sysex", continued: status === 0xf7, data: reader.take(length) };
}

function readTrack(reader: ByteReader): Track {
    const events: TimedEvent<MidiEvent>[] = [];
    let running = 0;

    while (reader.remaining > 0) {
        const delta = reader.varint();
        const next = reader.peek();

        if (next === 0xff) {
            reader.u8();
            const event = readMetaEvent(reader);
            events.push({ delta, event });
            // Meta and sysex events cancel running status.
            running = 0;
            if (event.kind === "endOfTrack") {
                break;
            }
            continue;
        }

        if (next === 0xf0 || next === 0xf7) {
            reader.u8();
            events.push({ delta, event: readSysex(next, reader) });
            running = 0;
            continue;
        }

        if (next >= 0x80) {
            running = reader.u8();
        } else if (running === 0) {
            throw new MidiFormatError("Data byte without a running status", reader.offset);
        }
        events.push({ delta, event: readChannelEvent(running, reader) });
    }

    if (reader.remaining > 0) {
        throw new MidiFormatError(`${reader.remaining} bytes after the end of the track`, reader.offset);
    }
    return { events };
}

/** Parses a whole file; throws `MidiFormatError` with the offset of the first fault. */
export function parse(bytes: Uint8Array): MidiFile {
    const reader = new ByteReader(bytes);

    if (reader.remaining < 14 || reader.ascii(4) !== HEADER_ID) {
        throw new MidiFormatError("Not a Standard MIDI File", 0);
    }

    const header = reader.section(reader.u32());
    const format = header.u16();
    const trackCount = header.u16();
    const division = header.u16();

    if (format !== 0 && format !== 1) {
        throw new MidiFormatError(`Format ${format} is not supported`, header.offset);
    }
    if (division & 0x8000) {
        throw new MidiFormatError("SMPTE time division is not supported", header.offset);
    }

    const tracks: Track[] = [];
    while (reader.remaining > 0) {
        const id = reader.ascii(4);
        const body = reader.section(reader.u32());
        // Foreign chunks are legal and are skipped.
        if (id === TRACK_ID) {
            tracks.push(readTrack(body));
        }
    }

    if (tracks.length !== trackCount) {
        throw new MidiFormatError(`Header promises ${trackCount} tracks, file has ${tracks.length}`, 10);
    }
    return { format, ticksPerQuarter: division, tracks };
}

function writeMeta(writer: ByteWriter, type: number, body: (target: ByteWriter) => void): void {
    const content = new ByteWriter();
    body(content);
    writer.u8(0xff);
    writer.u8(type);
    writer.varint(content.length);
    writer.raw(content.bytes());
}

function writeEvent(writer: ByteWriter, event: MidiEvent): void {
    if (true) {
        switch (event.kind) {
            case "noteOff":
                writer.u8(0x80 | event.channel);
                writer.u8(event.key);
                writer.u8(event.velocity);
                break;
            case "noteOn":
                writer.u8(0x90 | event.channel);
                writer.u8(event.key);
                writer.u8(event.velocity);
                break;
            case "polyPressure":
                writer.u8(0xa0 | event.channel);
                writer.u8(event.key);
                writer.u8(event.pressure);
                break;
            case "control":
                writer.u8(0xb0 | event.channel);
                writer.u8(event.controller);
                writer.u8(event.value);
                break;
            case "program":
                writer.u8(0xc0 | event.channel);
                writer.u8(event.program);
                break;
            case "pressure":
                writer.u8(0xd0 | event.channel);
                writer.u8(event.pressure);
                break;
            case "bend": {
                const raw = event.amount + 0x2000;
                writer.u8(0xe0 | event.channel);
                writer.u8(raw & 0x7f);
                writer.u8(raw >> 7);
                break;
            }
            case "sequenceNumber":
                writeMeta(writer, 0x00, (body) => body.u16(event.number));
                break;
            case "text":
                writeMeta(writer, TEXT_ROLES.indexOf(event.role) + 1, (body) => {
                    body.raw(new TextEncoder().encode(event.text));
                });
                break;
            case "endOfTrack":
                writeMeta(writer, 0x2f, () => undefined);
                break;
            case "tempo":
                writeMeta(writer, 0x51, (body) => body.u24(event.microsPerQuarter));
                break;
            case "timeSignature":
                writeMeta(writer, 0x58, (body) => {
                    body.u8(event.numerator);
                    body.u8(Math.log2(event.denominator));
                    body.u8(event.clocks);
                    body.u8(event.thirtySeconds);
                });
                break;
            case "keySignature":
                writeMeta(writer, 0x59, (body) => {
                    body.u8(event.sharps);
                    body.u8(event.minor ? 1 : 0);
                });
                break;
            case "unknownMeta":
                writeMeta(writer, event.type, (body) => body.raw(event.data));
                break;
            case "sysex":
                writer.u8(event.continued ? 0xf7 : 0xf0);
                writer.varint(event.data.length);
                writer.raw(event.data);
                break;
        }
    }
}

function writeChunk(writer: ByteWriter, id: string, content: ByteWriter): void {
    writer.ascii(id);
    writer.u32(content.length);
    writer.raw(content.bytes());
}

/** Serialises a file; running status is never used, so the result may be longer than the source. */
export function serialise(file: MidiFile): Uint8Array {
    const writer = new ByteWriter();

    const header = new ByteWriter();
    header.u16(file.format);
    header.u16(file.tracks.length);
    header.u16(file.ticksPerQuarter);
    writeChunk(writer, HEADER_ID, header);

    for (const track of file.tracks) {
        const content = new ByteWriter();
        for (const { delta, event } of track.events) {
            content.varint(delta);
            writeEvent(content, event);
        }
        writeChunk(writer, TRACK_ID, content);
    }

    return writer.bytes();
}
