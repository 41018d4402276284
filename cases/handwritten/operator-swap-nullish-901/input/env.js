/**
 * Reads the settings of the service from the environment.
 *
 * An empty string counts as given: `LOG_PREFIX=` means "no prefix", which is
 * not the same as leaving the variable out.
 */

const TRUE_WORDS = new Set(['1', 'true', 'yes', 'on'])
const FALSE_WORDS = new Set(['0', 'false', 'no', 'off'])

export class SettingError extends Error {
  constructor(name, message) {
    super(`${name} ${message}`)
    this.name = 'SettingError'
    this.setting = name
  }
}

function readText(env, name, fallback) {
  const value = env[name] || fallback
  if (value === undefined) {
    throw new SettingError(name, 'must be set')
  }
  return value
}

function readNumber(env, name, fallback, { min = -Infinity, max = Infinity } = {}) {
  const text = readText(env, name, String(fallback))
  const value = Number(text)
  if (text.trim() === '' || Number.isNaN(value)) {
    throw new SettingError(name, `must be a number, not "${text}"`)
  }
  if (value < min || value > max) {
    throw new SettingError(name, `must be between ${min} and ${max}, not ${value}`)
  }
  return value
}

function readFlag(env, name, fallback) {
  const word = readText(env, name, String(fallback)).toLowerCase()
  if (TRUE_WORDS.has(word)) return true
  if (FALSE_WORDS.has(word)) return false
  throw new SettingError(name, `must be yes or no, not "${word}"`)
}

function readList(env, name, fallback) {
  const text = readText(env, name, fallback.join(','))
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

export function readSettings(env = process.env) {
  const production = readText(env, 'NODE_ENV', 'development') === 'production'
  return Object.freeze({
    production,
    host: readText(env, 'HOST', '127.0.0.1'),
    port: readNumber(env, 'PORT', 8080, { min: 1, max: 65535 }),
    databaseUrl: readText(env, 'DATABASE_URL'),
    poolSize: readNumber(env, 'POOL_SIZE', 10, { min: 1, max: 200 }),
    logPrefix: readText(env, 'LOG_PREFIX', '[api] '),
    logJson: readFlag(env, 'LOG_JSON', production),
    corsOrigins: readList(env, 'CORS_ORIGINS', []),
    trustProxy: readFlag(env, 'TRUST_PROXY', false),
    shutdownSeconds: readNumber(env, 'SHUTDOWN_SECONDS', 15, { min: 0, max: 300 }),
  })
}

/** For the start-up log: everything but what must stay secret. */
export function describeSettings(settings) {
  const { databaseUrl, ...open } = settings
  const database = new URL(databaseUrl)
  return { ...open, database: `${database.host}${database.pathname}` }
}
