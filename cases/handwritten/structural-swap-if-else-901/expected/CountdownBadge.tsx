import { useEffect, useState } from 'react'

import { formatDuration } from '../time/formatDuration'

interface CountdownBadgeProps {
  /** Moment the auction closes, in milliseconds since the epoch. */
  closesAt: number
  onClose?: () => void
  now?: () => number
}

const MINUTE = 60_000

function urgency(remaining: number): 'calm' | 'soon' | 'final' {
  if (remaining > 10 * MINUTE) return 'calm'
  return remaining > MINUTE ? 'soon' : 'final'
}

function useRemaining(closesAt: number, now: () => number): number {
  const [remaining, setRemaining] = useState(() => Math.max(0, closesAt - now()))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined

    function tick() {
      const left = Math.max(0, closesAt - now())
      setRemaining(left)
      if (left > 0) {
        // Wake up on whole seconds so that several badges stay in step.
        timer = setTimeout(tick, left % 1000 || 1000)
      } else {
        timer = undefined
      }
    }

    tick()
    return () => clearTimeout(timer)
  }, [closesAt, now])

  return remaining
}

export function CountdownBadge({ closesAt, onClose, now = Date.now }: CountdownBadgeProps) {
  const remaining = useRemaining(closesAt, now)
  const closed = remaining === 0

  useEffect(() => {
    if (closed) {
      onClose?.()
    }
  }, [closed, onClose])

  let label: string
  let title: string
  if (remaining < MINUTE) {
    label = `${Math.ceil(remaining / 1000)} s`
    title = 'The auction is about to close'
  } else {
    label = formatDuration(remaining)
    title = `Closes at ${new Date(closesAt).toLocaleTimeString()}`
  }

  return (
    <time
      className={`countdown countdown-${urgency(remaining)}`}
      dateTime={new Date(closesAt).toISOString()}
      title={title}
      aria-live={closed ? 'assertive' : 'off'}
    >
      {closed ? 'Closed' : label}
    </time>
  )
}
