import { KeyboardEvent, useId, useState } from 'react';

interface Props {
  label: string;
  tags: string[];
  known: string[];
  onChange: (tags: string[]) => void;
}

const MAX_SHOWN = 6;

function normalize(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, '-');
}

/** Tags that begin with the text come first, then those that only contain it. */
function suggest(text: string, known: string[], taken: string[]): string[] {
  const wanted = normalize(text);
  if (wanted === '') {
    return [];
  }
  const free = known.filter((tag) => !taken.includes(tag) && tag.includes(wanted));
  const starting = free.filter((tag) => tag.startsWith(wanted));
  const containing = free.filter((tag) => !tag.startsWith(wanted));
  return [...starting, ...containing].slice(0, MAX_SHOWN);
}

export function TagInput({ label, tags, known, onChange }: Props) {
  const [text, setText] = useState('');
  const [marked, setMarked] = useState(0);
  const listId = useId();
  const suggestions = suggest(text, known, tags);

  function add(raw: string) {
    const tag = normalize(raw);
    if (tag !== '' && !tags.includes(tag)) {
      onChange([...tags, tag]);
    }
    setText('');
    setMarked(0);
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    switch (event.key) {
      case 'Enter':
      case ',':
        event.preventDefault();
        add(suggestions[marked] ?? text);
        break;
      case 'ArrowDown':
        event.preventDefault();
        setMarked(Math.min(marked + 1, suggestions.length - 1));
        break;
      case 'ArrowUp':
        event.preventDefault();
        setMarked(Math.max(marked - 1, 0));
        break;
      case 'Backspace':
        if (text === '') onChange(tags.slice(0, -1));
        break;
    }
  }

  return (
    <div className="tag-input">
      <label htmlFor={`${listId}-input`}>{label}</label>
      <ul className="tags">
        {tags.map((tag) => (
          <li key={tag}>
            {tag}
            <button
              type="button"
              aria-label={`Remove ${tag}`}
              onClick={() => onChange(tags.filter((other) => other !== tag))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <input
        id={`${listId}-input`}
        role="combobox"
        aria-controls={listId}
        aria-expanded={suggestions.length > 0}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={handleKey}
      />
      <ul id={listId} role="listbox" hidden={suggestions.length === 0}>
        {suggestions.map((tag, index) => (
          <li key={tag} role="option" aria-selected={index === marked} onMouseDown={() => add(tag)}>
            {tag}
          </li>
        ))}
      </ul>
    </div>
  );
}
