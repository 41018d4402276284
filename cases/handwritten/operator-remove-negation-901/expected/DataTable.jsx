import { useCallback, useMemo, useState } from "react";
import PropTypes from "prop-types";

import { Pager } from "./Pager";
import "./data-table.css";

const ASCENDING = "ascending";
const DESCENDING = "descending";

function compareValues(left, right) {
  if (left == null && right == null) return 0;
  if (left == null) return 1;
  if (right == null) return -1;
  if (typeof left === "number" && typeof right === "number") return left - right;
  return String(left).localeCompare(String(right), undefined, { numeric: true });
}

function sortRows(rows, column, direction) {
  if (!column) return rows;
  const sorted = [...rows].sort((a, b) => compareValues(a[column], b[column]));
  return direction === DESCENDING ? sorted.reverse() : sorted;
}

function matches(row, columns, needle) {
  const wanted = needle.trim().toLowerCase();
  if (wanted === "") return true;
  return columns.some((column) => {
    if (!column.searchable) return false;
    const value = row[column.key];
    return value != null && String(value).toLowerCase().includes(wanted);
  });
}

function HeaderCell({ column, sort, onSort }) {
  const active = sort.column === column.key;
  if (!column.sortable) {
    return <th scope="col">{column.title}</th>;
  }
  return (
    <th scope="col" aria-sort={active ? sort.direction : "none"}>
      <button type="button" className="sort" onClick={() => onSort(column.key)}>
        {column.title}
        <span aria-hidden="true">{active ? (sort.direction === ASCENDING ? "▲" : "▼") : ""}</span>
      </button>
    </th>
  );
}

function Row({ row, columns, selected, onToggle }) {
  return (
    <tr className={selected ? "selected" : undefined}>
      <td>
        <input
          type="checkbox"
          aria-label={`Select row ${row.id}`}
          checked={selected}
          onChange={() => onToggle(row.id)}
        />
      </td>
      {columns.map((column) => (
        <td key={column.key} className={column.align}>
          {column.render ? column.render(row[column.key], row) : row[column.key]}
        </td>
      ))}
    </tr>
  );
}

export function DataTable({ columns, rows, pageSize, onSelectionChange }) {
  const [sort, setSort] = useState({ column: null, direction: ASCENDING });
  const [needle, setNeedle] = useState("");
  const [page, setPage] = useState(0);
  const [selection, setSelection] = useState(() => new Set());

  const found = useMemo(
    () => rows.filter((row) => matches(row, columns, needle)),
    [rows, columns, needle],
  );
  const sorted = useMemo(() => sortRows(found, sort.column, sort.direction), [found, sort]);

  const pageCount = Math.max(1, Math.ceil(sorted.length / pageSize));
  // Filtering can leave the current page behind the last one.
  const current = Math.min(page, pageCount - 1);
  const visible = sorted.slice(current * pageSize, (current + 1) * pageSize);

  const handleSort = useCallback((key) => {
    setPage(0);
    setSort((previous) => {
      if (previous.column !== key) return { column: key, direction: ASCENDING };
      const direction = previous.direction === ASCENDING ? DESCENDING : ASCENDING;
      return { column: key, direction };
    });
  }, []);

  const select = useCallback(
    (next) => {
      setSelection(next);
      onSelectionChange?.([...next]);
    },
    [onSelectionChange],
  );

  const toggleRow = useCallback(
    (id) => {
      const next = new Set(selection);
      if (!next.delete(id)) {
        next.add(id);
      }
      select(next);
    },
    [selection, select],
  );

  const allVisible = visible.length > 0 && visible.every((row) => selection.has(row.id));

  const togglePage = useCallback(() => {
    const next = new Set(selection);
    for (const row of visible) {
      if (allVisible) next.delete(row.id);
      else next.add(row.id);
    }
    select(next);
  }, [selection, visible, allVisible, select]);

  return (
    <div className="data-table">
      <input
        type="search"
        placeholder="Search"
        value={needle}
        onChange={(event) => {
          setNeedle(event.target.value);
          setPage(0);
        }}
      />
      <table>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="Select this page"
                checked={allVisible}
                onChange={togglePage}
              />
            </th>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={handleSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {visible.map((row) => (
            <Row
              key={row.id}
              row={row}
              columns={columns}
              selected={selection.has(row.id)}
              onToggle={toggleRow}
            />
          ))}
          {visible.length === 0 && (
            <tr>
              <td colSpan={columns.length + 1}>Nothing matches “{needle}”.</td>
            </tr>
          )}
        </tbody>
      </table>
      <Pager page={current} pageCount={pageCount} onChange={setPage} />
    </div>
  );
}

DataTable.propTypes = {
  columns: PropTypes.arrayOf(
    PropTypes.shape({
      key: PropTypes.string.isRequired,
      title: PropTypes.string.isRequired,
      sortable: PropTypes.bool,
      searchable: PropTypes.bool,
      align: PropTypes.oneOf(["left", "right"]),
      render: PropTypes.func,
    }),
  ).isRequired,
  rows: PropTypes.arrayOf(PropTypes.object).isRequired,
  pageSize: PropTypes.number,
  onSelectionChange: PropTypes.func,
};

DataTable.defaultProps = {
  pageSize: 25,
};
