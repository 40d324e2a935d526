import { Fragment } from 'react';
import { formatList, formatNumber } from '#app/messages/format-numbers.ts';
import { t } from '#messages';

type TreePictureProps = { size: number; root: string; subtrees: { size: number; hash: string }[] };

const COLUMN = 96;
const STEP = 34;
const TOP = 46;
const TRIANGLE = 64;
const NODE = 5;

const short = (hash: string) => hash.slice(0, 8);

/** Draws the root of a log's tree and its complete subtrees. Each inner node joins one subtree with the nodes to its right. */
export function TreePicture({ size, root, subtrees }: TreePictureProps) {
  const joints = subtrees.length - 1;
  const base = TOP + joints * STEP + TRIANGLE;
  const [width, height] = [Math.max(subtrees.length, 2) * COLUMN, base + 44];
  const columnX = (place: number) => (subtrees.length === 1 ? width / 2 : (place + 0.5) * COLUMN);
  const jointX = (place: number) => columnX(place) + COLUMN / 2;
  const jointY = (place: number) => TOP + place * STEP;
  const apexY = base - TRIANGLE;
  const sizes = formatList(subtrees.map((subtree) => formatNumber(subtree.size)));
  const rootX = joints === 0 ? columnX(0) : jointX(0);
  return (
    <div className="tree-picture">
      <svg
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        role="img"
        aria-label={t('treePicture.treeOfSizeEntries', {
          size: formatNumber(size),
          root: short(root),
          sizes,
        })}
      >
        <text x={rootX} y={TOP - 24} className="tree-root">
          {t('treePicture.rootRoot', { root: short(root) })}
        </text>
        {subtrees.map((subtree, place) => {
          const x = columnX(place);
          const next = place < joints - 1 ? [jointX(place + 1), jointY(place + 1)] : [columnX(joints), apexY];
          return (
            <Fragment key={subtree.size}>
              {place < joints && (
                <path
                  d={`M${jointX(place)} ${jointY(place)}L${x} ${apexY}M${jointX(place)} ${jointY(place)}L${next[0]} ${next[1]}`}
                />
              )}
              <path
                className="tree-part"
                d={`M${x} ${apexY}L${x + COLUMN * 0.38} ${base}H${x - COLUMN * 0.38}Z`}
              />
              <text x={x} y={base - 10} className="tree-count">
                {formatNumber(subtree.size)}
              </text>
              <text x={x} y={base + 22}>
                {short(subtree.hash)}
              </text>
              {place < joints && <circle cx={jointX(place)} cy={jointY(place)} r={NODE} />}
            </Fragment>
          );
        })}
        {joints === 0 && <circle cx={rootX} cy={apexY} r={NODE} />}
      </svg>
    </div>
  );
}
