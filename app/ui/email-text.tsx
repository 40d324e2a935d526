/** An email address that, where it does not fit, breaks before its @ rather than in a word. */
export function EmailText({ children }: { children: string }) {
  const at = children.lastIndexOf('@');
  return (
    <span className="breakable">
      {at > 0 ? children.slice(0, at) : children}
      {at > 0 && (
        <>
          <wbr />
          {children.slice(at)}
        </>
      )}
    </span>
  );
}
