import type { Database } from 'better-sqlite3';
import { addSearchFunctions } from '#db/client.ts';

/** Copies the newest course. The copies are titled 'Copy 1' (the oldest) to 'Copy {count}' and have thumbnails without files. */
export function copyNewestCourse(sqlite: Database, count: number): void {
  addSearchFunctions(sqlite);
  const numbers = 'with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)';
  const thumbnail = "printf('%08x-0000-4000-8000-000000000000', i)";
  sqlite
    .prepare(`${numbers}
      insert into media (id, kind, owner_id, content_type, bytes, width, height, created_at)
      select ${thumbnail}, kind, owner_id, content_type, bytes, width, height, created_at
      from n, (select * from media where kind = 'thumbnail' order by seq desc limit 1)`)
    .run(count);
  sqlite
    .prepare(`${numbers}
      insert into courses (id, owner_id, title, description, category, thumbnail_id, created_at, updated_at)
      select 'copy-' || i, owner_id, 'Copy ' || i, description, category, ${thumbnail}, created_at, updated_at
      from n, (select * from courses order by seq desc limit 1) order by i`)
    .run(count);
}
