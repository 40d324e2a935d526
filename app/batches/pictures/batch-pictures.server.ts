import { prepared, preparedValue, sqlite } from '#db/client.ts';

/** How far the last ZIP of a batch is read. */
export type BatchPictures = {
  status: 'reading' | 'read';
  /** Pictures for which rows wait or waited, and how many of them are read. */
  total: number;
  read: number;
  /** The first files that fit no row, and how many there are. */
  unmatched: string[];
  unmatchedCount: number;
};

type Found = Omit<BatchPictures, 'unmatched'> & { unmatched: string };

const ofBatch = prepared(() =>
  sqlite().prepare<[number], Found>(
    `select iif(file_id is null, 'read', 'reading') as status, total, read, unmatched,
       unmatched_count as unmatchedCount from batch_zips where batch_seq = ?`,
  ),
);

/** The last ZIP of a batch, or null. */
export function picturesOfBatch(batchSeq: number): BatchPictures | null {
  const found = ofBatch().get(batchSeq);
  return found ? { ...found, unmatched: JSON.parse(found.unmatched) as string[] } : null;
}

/** How many rows of a batch lack a picture, or have one that cannot be read, while none is being read. */
export const rowsWithoutPicture = (id: string): number => lacking().get(id) ?? 0;
const lacking = preparedValue<number>(
  `select count(*) from batch_rows where batch_seq = (select seq from batches where id = ?)
     and errors like '%"picture-%'`,
);
