import { batchById } from '#app/batches/batch.server.ts';
import { toCertificate } from '#app/certificates/certificate.server.ts';
import { rowById } from '#app/certificates/find-certificate.server.ts';
import { courseById } from '#app/courses/find-course.server.ts';
import { learnerById } from '#app/courses/learners/list-learners.server.ts';
import type { EventData, EventRow } from '#app/events/event-objects.server.ts';
import { paymentById, toPayment } from '#app/payments/payment.server.ts';
import { AppError } from '#app/shared/errors.server.ts';
import { batchObject } from './schemas/batches.ts';
import { certificateObject } from './schemas/certificates.ts';
import { courseSerializers } from './schemas/courses.ts';
import { paymentObject } from './schemas/payments.ts';

/** The fields for visitors, because the event goes to the author and to the learner. */
const VISITOR = courseSerializers({ kind: 'visitor', address: '' });

/** A course without the reason for which it is out of the catalogue, which is for its author. Null once it is deleted. */
function courseData(id: string) {
  try {
    return VISITOR.course({ ...courseById(id), unpublication: null });
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return null;
    throw error;
  }
}

function certificateData(id: string): EventData | null {
  const row = rowById(id);
  return row ? { certificate: certificateObject.serialize(toCertificate(row)) } : null;
}

function batchData(id: string): EventData | null {
  const batch = batchById(id);
  return batch ? { batch: batchObject.serialize(batch) } : null;
}

function paymentData(id: string): EventData | null {
  const payment = paymentById(id);
  return payment ? { payment: paymentObject.serialize(toPayment(payment)) } : null;
}

function enrolmentData(courseId: string, learnerId: string | null): EventData | null {
  const course = courseData(courseId);
  const learner = learnerId === null ? undefined : learnerById(learnerId);
  if (!course || !learner) return null;
  const { id: _id, name, username } = learner;
  return { course, learner: { _id, name, username } };
}

/** The object of an event under its name in the API. Null once it is erased or deleted. */
export function eventData({ type, objectId, learnerId }: EventRow): EventData | null {
  if (objectId === null) return null;
  const [kind] = type.split('.');
  if (kind === 'certificate') return certificateData(objectId);
  if (kind === 'batch') return batchData(objectId);
  if (kind === 'payment') return paymentData(objectId);
  // A test.
  if (kind === 'webhook') return { webhook: { _id: objectId } };
  return enrolmentData(objectId, learnerId);
}
