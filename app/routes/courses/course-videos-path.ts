/** The path of the page with a course's modules, with one module open. */
export function modulesPage(courseId: string, open?: string) {
  return `/admin/course-videos?${new URLSearchParams({ courseId, ...(open && { open }) })}`;
}
