import { useMemo } from "react";
import PropTypes from "prop-types";

const LOCALES = {
  GBP: "en–GB",
  EUR: "en-IE",
  USD: "en-US",
  CHF: "de-CH",
};

function formatPrice(cents, currency) {
  const locale = LOCALES[currency] ?? "en-GB";
  const formatter = new Intl.NumberFormat(locale, { style: "currency", currency });
  return formatter.format(cents / 100);
}

function savedPercent(price, oldPrice) {
  if (!oldPrice || oldPrice <= price) {
    return 0;
  }
  return Math.round((1 - price / oldPrice) * 100);
}

/** "from" prices belong to articles that come in several sizes. */
function prefixFor(variants) {
  const prices = new Set(variants.map((variant) => variant.price));
  return prices.size > 1 ? "from " : "";
}

export function PriceTag({ article, currency, onExplain }) {
  const { price, oldPrice, variants } = article;
  const saved = useMemo(() => savedPercent(price, oldPrice), [price, oldPrice]);

  if (article.soldOut) {
    return <p className="price-tag price-tag--gone">Sold out</p>;
  }

  return (
    <p className={saved > 0 ? "price-tag price-tag--sale" : "price-tag"}>
      {saved > 0 && (
        <>
          <span className="badge">−{saved} %</span>
          <s aria-label="Price before">{formatPrice(oldPrice, currency)}</s>
        </>
      )}
      <strong>
        {prefixFor(variants)}
        {formatPrice(price, currency)}
      </strong>
      <small>
        incl. VAT,{" "}
        <button type="button" className="link" onClick={onExplain}>
          plus shipping
        </button>
      </small>
    </p>
  );
}

PriceTag.propTypes = {
  article: PropTypes.shape({
    price: PropTypes.number.isRequired,
    oldPrice: PropTypes.number,
    soldOut: PropTypes.bool,
    variants: PropTypes.arrayOf(PropTypes.shape({ price: PropTypes.number })).isRequired,
  }).isRequired,
  currency: PropTypes.oneOf(Object.keys(LOCALES)).isRequired,
  onExplain: PropTypes.func,
};
