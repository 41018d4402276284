// Translates key strokes into editor commands. Modal, in the manner of vi:
// the same key means different things in `normal`, `visual` and `insert` mode.

import { createRegisterBank } from './registers.js'
import { clampCursor, wordEnd, wordStart, lineStart, lineEnd } from './motion.js'

const MAX_COUNT = 9999

export function createKeymap(buffer, options = {}) {
  const registers = createRegisterBank(options.registers)
  const listeners = new Set()

  const state = {
    mode: 'normal',
    count: '',
    pending: null,
    register: '"',
    anchor: null,
  }

  function emit(type, detail) {
    for (const listener of listeners) {
      listener({ type, ...detail })
    }
  }

  function setMode(mode) {
    if (state.mode === mode) {
      return
    }
    const previous = state.mode
    state.mode = mode
    state.anchor = mode === 'visual' ? buffer.cursor() : null
    emit('mode', { previous, mode })
  }

  function takeCount() {
    const count = Math.min(Number(state.count || '1'), MAX_COUNT)
    state.count = ''
    return count
  }

  function resetPending() {
    state.pending = null
    state.count = ''
    state.register = '"'
  }

  function repeat(action) {
    const count = takeCount()
    for (let step = 0; step < count; step++) {
      action()
    }
  }

  // Motions return the target position, or null when the key is no motion.
  function motionTarget(key) {
    const cursor = buffer.cursor()
    switch (key) {
      case 'h':
      case 'ArrowLeft':
      case 'Backspace':
        return { ...cursor, column: Math.max(0, cursor.column - 1) }
      case 'l':
      case 'ArrowRight':
      case ' ':
        return { ...cursor, column: cursor.column + 1 }
      case 'j':
      case 'ArrowDown':
      case 'Enter':
        return { ...cursor, line: cursor.line + 1 }
      case 'k':
      case 'ArrowUp':
        return { ...cursor, line: Math.max(0, cursor.line - 1) }
      case '0':
      case 'Home':
        return lineStart(cursor)
      case '$':
      case 'End':
        return lineEnd(buffer, cursor)
      case 'w':
        return wordStart(buffer, cursor, 'forward')
      case 'b':
        return wordStart(buffer, cursor, 'backward')
      case 'e':
        return wordEnd(buffer, cursor)
      default:
        return null
    }
  }

  function moveBy(key) {
    const first = motionTarget(key)
    if (first === null) {
      return false
    }
    repeat(() => buffer.setCursor(clampCursor(buffer, motionTarget(key))))
    return true
  }

  function selection() {
    const cursor = buffer.cursor()
    if (state.anchor === null) {
      return { from: cursor, to: cursor }
    }
    const forwards =
      state.anchor.line < cursor.line ||
      (state.anchor.line === cursor.line && state.anchor.column <= cursor.column)
    return forwards ? { from: state.anchor, to: cursor } : { from: cursor, to: state.anchor }
  }

  function yank(range) {
    registers.write(state.register, buffer.slice(range))
    emit('yank', { register: state.register })
  }

  function remove(range) {
    yank(range)
    buffer.replace(range, '')
    buffer.setCursor(clampCursor(buffer, range.from))
  }

  function paste(where) {
    const text = registers.read(state.register)
    if (text === '') {
      emit('bell', { reason: 'empty register' })
      return
    }
    repeat(() => buffer.insert(buffer.cursor(), text, where))
  }

  function applyOperator(operator, key) {
    const from = buffer.cursor()
    const target = motionTarget(key)
    if (target === null) {
      emit('bell', { reason: 'no motion' })
      resetPending()
      return
    }
    const to = clampCursor(buffer, target)
    const range = from.line < to.line || from.column <= to.column ? { from, to } : { from: to, to: from }
    switch (operator) {
      case 'd':
        remove(range)
        break
      case 'c':
        remove(range)
        setMode('insert')
        break
      case 'y':
        yank(range)
        break
    }
    resetPending()
  }

  function handleNormal(key) {
    if (state.pending !== null) {
      applyOperator(state.pending, key)
      return
    }
    // A zero is a motion unless a count has been started.
    if (/^[1-9]$/.test(key) || (key === '0' && state.count !== '')) {
      state.count += key
      return
    }
    if (moveBy(key)) {
      return
    }
    switch (key) {
      case 'd':
      case 'c':
      case 'y':
        state.pending = key
        return
      case 'i':
      case 'Insert':
        setMode('insert')
        return
      case 'v':
        setMode('visual')
        return
      case 'p':
        paste('after')
        break
      case 'P':
        paste('before')
        break
      case 'u':
        repeat(() => buffer.undo())
        break
      default:
        emit('bell', { reason: 'unmapped' })
    }
    resetPending()
  }

  function handleVisual(key) {
    if (moveBy(key)) {
      return
    }
    switch (key) {
      case 'd':
      case 'x':
      case 'Delete':
        remove(selection())
        setMode('normal')
        break
      case 'y':
        yank(selection())
        setMode('normal')
        break
      case 'Escape':
      case 'v':
        setMode('normal')
        break
      default:
        emit('bell', { reason: 'unmapped' })
    }
    resetPending()
  }

  function handleInsert(key) {
    switch (key) {
      case 'Escape':
        setMode('normal')
        break
      case 'Enter':
        buffer.insert(buffer.cursor(), '\n', 'before')
        break
      case 'Tab':
        buffer.insert(buffer.cursor(), '\t', 'before')
        break
      default:
        if (key.length === 1) {
          buffer.insert(buffer.cursor(), key, 'before')
        }
    }
  }

  const handlers = { normal: handleNormal, visual: handleVisual, insert: handleInsert }

  return {
    get mode() {
      return state.mode
    },
    press(key) {
      handlers[state.mode](key)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
