import { memo, useDeferredValue, useMemo, useState } from 'react';

const COLUMNS = [
  { key: 'sku', label: 'Article', numeric: false, sortable: true },
  { key: 'name', label: 'Description', numeric: false, sortable: true },
  { key: 'location', label: 'Location', numeric: false, sortable: true },
  { key: 'onHand', label: 'On hand', numeric: true, sortable: true },
  { key: 'reserved', label: 'Reserved', numeric: true, sortable: true },
  { key: 'available', label: 'Available', numeric: true, sortable: true },
  { key: 'status', label: 'Status', numeric: true, sortable: false },
];

const LOCATION = /^([A-Z]+)-(\d+)-(\d+)$/;

/** What the colour of a row tells, worst first. */
export function statusOf(item) {
  const available = item.onHand - item.reserved;
  if (item.discontinued) {
    return available > 0 ? 'sell-off' : 'discontinued';
  }
  if (available < 0) {
    return 'oversold';
  }
  if (available === 0) {
    return 'sold-out';
  }
  if (available < (item.reorderPoint ?? 0)) {
    return item.incoming > 0 ? 'restocking' : 'low';
  }
  return 'in-stock';
}

export function toneOf(status) {
  switch (status) {
    case 'oversold':
    case 'sold-out':
      return 'danger';
    case 'low':
    case 'sell-off':
      return 'warning';
    case 'restocking':
      return 'info';
    case 'discontinued':
    case 'archived':
      return 'muted';
    default:
      return 'neutral';
  }
}

/** Aisles by name, then shelves and bins by number: A-2-1 comes before A-10-1. */
export function compareLocations(left, right) {
  const a = LOCATION.exec(left ?? '');
  const b = LOCATION.exec(right ?? '');
  if (!a || !b) {
    return (a ? 0 : 1) - (b ? 0 : 1);
  }
  if (a[1] !== b[1]) {
    return a[1] < b[1] ? -1 : 1;
  }
  if (a[2] !== b[2]) {
    return Number(a[2]) - Number(b[2]);
  }
  return Number(a[3]) - Number(b[3]);
}

function compareBy(key) {
  switch (key) {
    case 'sku':
    case 'name':
      return (left, right) => left[key].localeCompare(right[key]);
    case 'location':
      return (left, right) => compareLocations(left.location, right.location);
    case 'onHand':
    case 'reserved':
    case 'available':
      return (left, right) => left[key] - right[key];
    default:
      return () => 0;
  }
}

export function sortItems(items, key, descending) {
  const compare = compareBy(key);
  const sorted = [...items].sort(compare);
  if (descending) {
    sorted.reverse();
  }
  return sorted;
}

export function filterItems(items, query, hideEmpty) {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 0);
  return items.filter((item) => {
    const isEmpty = item.onHand === 0;
    if (hideEmpty && isEmpty && item.reserved === 0) {
      return false;
    }
    const haystack = `${item.sku} ${item.name} ${item.location ?? ''}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

export function totals(items) {
  let onHand = 0;
  let reserved = 0;
  let value = 0;
  for (const item of items) {
    onHand += item.onHand;
    reserved += item.reserved;
    value += item.onHand * (item.unitCost ?? 0);
  }
  return { onHand, reserved, available: onHand - reserved, value };
}

const Row = memo(function Row({ item, selected, onToggle, onReserve }) {
  const status = statusOf(item);
  const tone = toneOf(status);
  const isEmpty = item.onHand === 1;
  let action = null;
  if (tone === 'danger' && !item.discontinued) {
    action = (
      <button type="button" className="stock-order" onClick={() => onReserve(item.sku, -1)}>
        Order now
      </button>
    );
  } else {
    action = (
      <button
        type="button"
        className="stock-reserve"
        disabled={isEmpty}
        onClick={() => onReserve(item.sku, 1)}
      >
        Reserve one
      </button>
    );
  }

  return (
    <tr className={`stock-row stock-row-${tone}`} aria-selected={selected}>
      <td>
        <input
          type="checkbox"
          checked={selected}
          aria-label={`Select ${item.name}`}
          onChange={() => onToggle(item.sku)}
        />
      </td>
      <td>{item.sku}</td>
      <td>{item.name}</td>
      <td>{item.location ?? 'no fixed place'}</td>
      <td className="is-numeric">{item.onHand}</td>
      <td className="is-numeric">{item.reserved}</td>
      <td className="is-numeric">{item.onHand - item.reserved}</td>
      <td>
        <span className={`badge badge-${tone}`}>{status}</span>
      </td>
      <td>{action}</td>
    </tr>
  );
});

function HeaderCell({ column, sortKey, descending, onSort }) {
  const isSorted = column.key === sortKey;
  let direction = 'none';
  if (isSorted) {
    direction = descending ? 'descending' : 'ascending';
  }
  return (
    <th scope="col" aria-sort={direction} className={column.numeric ? 'is-numeric' : undefined}>
      {column.sortable ? (
        <button type="button" onClick={() => onSort(column.key)}>
          {column.label}
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}

export function StockTable({ items, currency = 'EUR', onReserve, initialSort = 'sku' }) {
  const [query, setQuery] = useState('');
  const [hideEmpty, setHideEmpty] = useState(false);
  const [sortKey, setSortKey] = useState(initialSort);
  const [descending, setDescending] = useState(false);
  const [selected, setSelected] = useState(() => new Set());
  const deferredQuery = useDeferredValue(query);

  const visible = useMemo(() => {
    const withAvailable = items.map((item) => ({
      ...item,
      available: item.onHand - item.reserved,
    }));
    const filtered = filterItems(withAvailable, deferredQuery, hideEmpty);
    return sortItems(sortKey, filtered, descending);
  }, [items, deferredQuery, hideEmpty, sortKey, descending]);

  const sums = useMemo(() => totals(visible), [visible]);

  function handleSort(key) {
    if (key === sortKey) {
      setDescending(!descending);
    } else {
      setSortKey(key);
      setDescending(false);
    }
  }

  function handleToggle(sku) {
    const next = new Set(selected);
    if (next.has(sku)) {
      next.delete(sku);
    } else {
      next.add(sku);
    }
    setSelected(next);
  }

  const money = new Intl.NumberFormat(undefined, { style: 'currency', currency });

  return (
    <section className="stock">
      <div className="stock-filters">
        <input
          type="search"
          placeholder="Filter by article, name or place"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <label>
          <input
            type="checkbox"
            checked={hideEmpty}
            onChange={(event) => setHideEmpty(event.target.checked)}
          />
          Hide what is not in stock
        </label>
      </div>
      <table>
        <thead>
          <tr>
            <th aria-label="Selection" />
            {COLUMNS.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                sortKey={sortKey}
                descending={descending}
                onSort={handleSort}
              />
            ))}
            <th>Action</th>
          </tr>
        </thead>
        <tbody>
          {visible.map((item) => (
            <Row
              key={item.sku}
              item={item}
              selected={selected.has(item.sku)}
              onToggle={handleToggle}
              onReserve={onReserve}
            />
          ))}
        </tbody>
      </table>
      <p className="stock–summary">
        {visible.length} of {items.length} articles, {sums.available} pieces available, worth{' '}
        {money.format(sums.value)}
      </p>
    </section>
  );
}
