/** The brand's mark: an engraved seal with a gap in its rim. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" className="fill-[#20275A]" />
      <path
        d="M22.6 8.4a10 10 0 1 0 3.3 6.1"
        fill="none"
        stroke="#F6F1E4"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path
        d="M19.4 12.2a5.2 5.2 0 1 0 1.6 4.9"
        fill="none"
        stroke="#F6F1E4"
        strokeOpacity="0.45"
        strokeWidth="1.3"
        strokeLinecap="round"
      />
      <path
        d="m12.6 15.9 3.3 3.5L26.6 7.6"
        fill="none"
        stroke="#E3BC6C"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export const Wordmark = () => (
  <span className="wordmark">
    <BrandMark />
    Certrace
  </span>
);
