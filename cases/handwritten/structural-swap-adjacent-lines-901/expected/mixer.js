// A small mixer on top of the Web Audio API: named channels, one master bus,
// smooth fades and a ducking helper for speech over music.

const FADE_SECONDS = 0.08;
const SILENCE = 0.0001;

export class Mixer {
    constructor(context) {
        this.context = context;
        this.channels = new Map();

        this.master = context.createGain();
        this.limiter = context.createDynamicsCompressor();
        this.limiter.threshold.value = -3;
        this.limiter.ratio.value = 20;
        this.limiter.attack.value = 0.002;

        this.master.connect(this.limiter);
        this.limiter.connect(context.destination);
    }

    addChannel(name, { volume = 1, pan = 0 } = {}) {
        if (this.channels.has(name)) {
            throw new Error(`Channel "${name}" exists already`);
        }
        const gain = this.context.createGain();
        const panner = this.context.createStereoPanner();
        gain.gain.value = volume;
        panner.pan.value = pan;
        gain.connect(panner);
        panner.connect(this.master);
        this.channels.set(name, { gain, panner, volume, muted: false });
    }

    channel(name) {
        const channel = this.channels.get(name);
        if (channel === undefined) {
            throw new Error(`No channel called "${name}"`);
        }
        return channel;
    }

    /** Plays a decoded buffer; the returned function stops it with a short fade. */
    play(name, buffer, { loop = false, offset = 0 } = {}) {
        const channel = this.channel(name);
        const source = this.context.createBufferSource();
        const envelope = this.context.createGain();

        source.buffer = buffer;
        source.loop = loop;
        source.connect(envelope);
        envelope.connect(channel.gain);
        source.start(0, offset);

        return () => {
            const end = this.context.currentTime + FADE_SECONDS;
            this.fade(envelope.gain, SILENCE, FADE_SECONDS);
            source.stop(end);
        };
    }

    setVolume(name, volume) {
        const channel = this.channel(name);
        channel.volume = volume;
        if (!channel.muted) {
            this.fade(channel.gain.gain, volume, FADE_SECONDS);
        }
    }

    toggleMute(name) {
        const channel = this.channel(name);
        channel.muted = !channel.muted;
        const target = channel.muted ? SILENCE : channel.volume;
        this.fade(channel.gain.gain, target, FADE_SECONDS);
        return channel.muted;
    }

    /** Lowers one channel while `promise` is pending, for example during speech. */
    async duck(name, promise, depth = 0.25) {
        const channel = this.channel(name);
        this.fade(channel.gain.gain, channel.volume * depth, 0.2);
        try {
            return await promise;
        } finally {
            this.fade(channel.gain.gain, channel.volume, 0.6);
        }
    }

    fade(param, target, seconds) {
        const now = this.context.currentTime;
        // Ramps start from the last scheduled value, not from the audible one.
        param.cancelScheduledValues(now);
        param.setValueAtTime(Math.max(param.value, SILENCE), now);
        param.exponentialRampToValueAtTime(Math.max(target, SILENCE), now + seconds);
    }
}
