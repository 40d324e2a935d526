import { CirclePlay, FileText } from 'lucide';
import { Accordion, AccordionItem } from '#app/ui/accordion.tsx';
import { Avatar } from '#app/ui/avatar.tsx';
import { Card } from '#app/ui/card.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Stars } from '#app/ui/stars.tsx';
import { formatCount, type SamplePage } from './sample-pages.ts';

export function Modules({ course }: { course: SamplePage }) {
  return (
    <section lang="en" dir="ltr" aria-labelledby="modules">
      <h2 id="modules" className="mb-4">
        Modules
      </h2>
      <Accordion key={course.id}>
        {course.modules.map(({ title, lectures, assignment }, index) => (
          <AccordionItem
            key={title}
            name="sample-modules"
            title={title}
            extra={`${lectures.length} lectures`}
            open={index === 0}
          >
            <ul className="grid gap-2 text-sm">
              {lectures.map(({ name, duration }) => (
                <li key={name} className="flex items-center gap-2.5">
                  <Icon of={CirclePlay} className="size-4.5 flex-none text-gold" />
                  <span className="flex-1">{name}</span>
                  <span className="text-muted tabular-nums">{duration}</span>
                </li>
              ))}
              {assignment && (
                <li className="flex items-center gap-2.5 border-line border-t pt-2">
                  <Icon of={FileText} className="size-4.5 flex-none text-gold" />
                  <span>Assignment: {assignment}</span>
                </li>
              )}
            </ul>
          </AccordionItem>
        ))}
      </Accordion>
    </section>
  );
}

export function Instructor({ instructor }: { instructor: SamplePage['instructor'] }) {
  const facts = [
    ['Reviews', formatCount(instructor.reviews)],
    ['Students', formatCount(instructor.students)],
    ['Courses', formatCount(instructor.courses)],
    ['Experience', instructor.experience],
  ] as const;
  return (
    <section lang="en" dir="ltr" aria-labelledby="instructor">
      <h2 id="instructor" className="mb-4">
        Instructor
      </h2>
      <Card className="grid gap-5">
        <div className="flex items-center gap-4">
          <Avatar name={instructor.name} size="large" />
          <div className="grid">
            <h3>{instructor.name}</h3>
            <p className="text-muted">{instructor.title}</p>
            <Stars rating={instructor.rating} />
          </div>
        </div>
        <dl className="grid grid-cols-2 gap-4 border-line border-t pt-4 sm:grid-cols-4">
          {facts.map(([term, value]) => (
            <div key={term} className="flex flex-col-reverse">
              <dt className="text-muted text-sm">{term}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </section>
  );
}

export function Reviews({ course }: { course: SamplePage }) {
  return (
    <section lang="en" dir="ltr" aria-labelledby="reviews">
      <h2 id="reviews" className="mb-4">
        Reviews
      </h2>
      <ul className="grid gap-4">
        {course.comments.map(({ user, rating, time, content }) => (
          <li key={user} className="card grid content-start gap-3 p-5">
            <div className="flex items-center gap-3">
              <Avatar name={user} />
              <div>
                <p className="font-semibold">{user}</p>
                <p className="text-muted text-sm">{time}</p>
              </div>
            </div>
            <Stars rating={rating} />
            <p>{content}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
