// Generated from /api/v1/openapi.json by npm run client:generate.

export interface paths {
    "/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All accounts of verifiers and learners, for super admins, newest first, 50 a page */
        get: operations["get-accounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{userId}/second-factor-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Remove the second factor of an account that lost it, for super admins with one of their own. It takes effect after 24 hours, unless the owner objects by the mailed link */
        post: operations["post-accounts-userId-second-factor-reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{userId}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End all sessions and API tokens of an account, for super admins */
        delete: operations["delete-accounts-userId-sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/course": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish a course: multipart with title, description and thumbnail, and optionally category, price and draft=true */
        post: operations["post-admin-course"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/course/{courseId}/module/{moduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a module and all its lessons */
        delete: operations["delete-admin-course-courseId-module-moduleId"];
        options?: never;
        head?: never;
        /** Change the title of a module, its position in the course, or whether it is a draft */
        patch: operations["patch-admin-course-courseId-module-moduleId"];
        trace?: never;
    };
    "/admin/course/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change a course: multipart with title, description, category, price and firstLessonFree, of which absent ones are cleared, and a new thumbnail, if there is one */
        put: operations["put-admin-course-id"];
        post?: never;
        /** Delete a course with its modules, lessons and files. A super admin must give a reason, which is mailed to the author. Buyers keep the course, or every purchase is refunded */
        delete: operations["delete-admin-course-id"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/course/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Duplicate a course as a draft, with everything but its learners and coupons */
        post: operations["post-admin-course-id-duplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/course/{id}/publication": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Publish a course that is a draft */
        post: operations["post-admin-course-id-publication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/course/{id}/unpublication": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a course out of the catalogue, for super admins. The reason is mailed to its author. Buyers keep the course, or every purchase is refunded */
        post: operations["post-admin-course-id-unpublication"];
        /** Put a course back into the catalogue, for super admins */
        delete: operations["delete-admin-course-id-unpublication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/course/addModules/{courseId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a module at the end of a course */
        post: operations["post-admin-course-addModules-courseId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/course/module/{moduleId}/lesson/{lessonId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change a lesson: multipart with title, duration and a new videoFile, if there is one, or JSON for a text or a quiz */
        put: operations["put-admin-course-module-moduleId-lesson-lessonId"];
        post?: never;
        /** Delete a lesson with its video */
        delete: operations["delete-admin-course-module-moduleId-lesson-lessonId"];
        options?: never;
        head?: never;
        /** Move a lesson to a position, also in another module of its course, or make it a draft or publish it */
        patch: operations["patch-admin-course-module-moduleId-lesson-lessonId"];
        trace?: never;
    };
    "/admin/course/module/addLesson/{moduleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a lesson: multipart with title, duration, type=video, courseId and videoFile, or JSON for a text or a quiz */
        post: operations["post-admin-course-module-addLesson-moduleId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/course/modules/fetchCourseDetails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A course with its modules and lessons */
        get: operations["get-admin-course-modules-fetchCourseDetails-id"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/courses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The issuer's courses, or all courses for a super admin, newest first. A page has 50 courses, or up to 200 with limit, and at most 1 MB; the next one is in the Link header */
        get: operations["get-admin-courses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in as an issuer {username, password} or as a super admin {userId, password1, password2} */
        post: operations["post-admin-login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The audit trail, newest first: all of it for super admins, an issuer’s own for the issuer */
        get: operations["get-audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/google": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Start a login with Google, in a browser. ?redirectTo= is the path of this site to open afterwards */
        get: operations["get-auth-google"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auth/google/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Complete a login with Google: the provider redirects the browser here */
        get: operations["get-auth-google-callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check whether a file is a genuine certificate: multipart with file. The file is not stored */
        post: operations["post-authenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cert/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Look a certificate up by its ID */
        post: operations["post-cert-verify"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cert/verify/consent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask a holder again for the consent to a look-up that was not answered within 14 days */
        post: operations["post-cert-verify-consent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/cert/verify/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pay for the verification of a certificate */
        post: operations["post-cert-verify-payment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/{uniqueId}/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The delivery state of the latest message to the student */
        get: operations["get-certificates-uniqueId-mail"];
        put?: never;
        /** Send the message to the student again; a waiting message is tried now */
        post: operations["post-certificates-uniqueId-mail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/{uniqueId}/renewal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Renew one of the issuer’s certificates, which does not change */
        post: operations["post-certificates-uniqueId-renewal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/{uniqueId}/replacement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a corrected certificate in place of one of the issuer’s */
        post: operations["post-certificates-uniqueId-replacement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/{uniqueId}/revocation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke a certificate permanently */
        post: operations["post-certificates-uniqueId-revocation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All certificates, newest first, for super admins */
        get: operations["get-certificates-all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/all-verified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All verifications, newest first, for super admins */
        get: operations["get-certificates-all-verified"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The oldest 50 open requests of holders to correct the issuer’s certificates */
        get: operations["get-certificates-corrections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/corrections/{correctionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Decline a request for a correction. The holder gets the reason by mail. A replacement grants it */
        delete: operations["delete-certificates-corrections-correctionId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The certificates that were issued to the account’s addresses, newest first */
        get: operations["get-certificates-mine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/my-issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The issuer’s certificates, newest first. With state=scheduled, those that wait to be issued */
        get: operations["get-certificates-my-issued"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/my-verified": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Verifications of the issuer’s certificates, newest first */
        get: operations["get-certificates-my-verified"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/renewals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Renew up to 100 of the issuer’s certificates. Those that are revoked, already renewed or without an expiry date are skipped, and listed in skipped */
        post: operations["post-certificates-renewals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/revocations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke up to 100 certificates permanently, with one reason: all of them or none. Those that are already revoked are skipped, and listed in skipped */
        post: operations["post-certificates-revocations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certificates/scheduled/{scheduledId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw a certificate that waits, or that was not issued. Nothing of it remains but the act in the audit trail */
        delete: operations["delete-certificates-scheduled-scheduledId"];
        options?: never;
        head?: never;
        /** Change a certificate that waits. It keeps its time; one that was not issued waits again */
        patch: operations["patch-certificates-scheduled-scheduledId"];
        trace?: never;
    };
    "/certs/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue many certificates, in the background */
        post: operations["post-certs-batches"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certs/batches/{batchId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the issuer’s batches, with its rows by line */
        get: operations["get-certs-batches-batchId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certs/batches/{batchId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancel the certificates that a batch has not issued yet */
        post: operations["post-certs-batches-batchId-cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certs/batches/{batchId}/certificates.zip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The issued certificates of a batch as a ZIP, drawn while it is sent */
        get: operations["get-certs-batches-batchId-certificates.zip"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certs/batches/{batchId}/pictures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send photographs for a batch that is ready: a ZIP, which is read in the background, or one for a row */
        post: operations["post-certs-batches-batchId-pictures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certs/batches/{batchId}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a batch that is ready */
        post: operations["post-certs-batches-batchId-start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certs/issue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Issue a certificate, or schedule it if it is to wait */
        post: operations["post-certs-issue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/certs/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Draw what certs/issue would issue, marked as a draft, without ID and credential. Nothing is issued */
        post: operations["post-certs-preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/completions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Courses that you have completed, newest first */
        get: operations["get-completions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coupons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The issuer’s coupons, newest first, 50 a page */
        get: operations["get-coupons"];
        put?: never;
        /** Create a coupon for one course, or for all of the issuer’s courses */
        post: operations["post-coupons"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coupons/{couponId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a coupon. Checkouts that began with it keep their price. Repeating it changes nothing */
        delete: operations["delete-coupons-couponId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Completions of one's course whose certificate waits for approval, newest first */
        get: operations["get-courses-id-approvals"];
        put?: never;
        /** Approve certificates that wait for approval, up to 100 at a time. For the issuer of the course */
        post: operations["post-courses-id-approvals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/completion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your completion of a course, and what became of its certificate */
        get: operations["get-courses-id-completion"];
        put?: never;
        /** Confirm the name on the certificate for a completed course, once, and get the certificate */
        post: operations["post-courses-id-completion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/completion-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What completes a course, and whether that leads to a certificate */
        get: operations["get-courses-id-completion-settings"];
        /** Set what completes a course. For its author and super admins */
        put: operations["put-courses-id-completion-settings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/enrolment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enrol in a free course. Repeating it changes nothing */
        post: operations["post-courses-id-enrolment"];
        /** Leave a course, which deletes the progress in it */
        delete: operations["delete-courses-id-enrolment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/learners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Learners of one's course, the latest enrolment first. For its author and super admins */
        get: operations["get-courses-id-learners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/lessons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The lessons of a course whose title, text or transcript has the words of a search */
        get: operations["get-courses-id-lessons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/lessons/{lessonId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A lesson with its text, captions and files. A closed lesson is without them */
        get: operations["get-courses-id-lessons-lessonId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/lessons/{lessonId}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin an attempt of a quiz (201), or resume the one that is open (200) */
        post: operations["post-courses-id-lessons-lessonId-attempts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/lessons/{lessonId}/attempts/{attemptId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Store the valid answers of an open attempt; null removes one, and the others stay */
        put: operations["put-courses-id-lessons-lessonId-attempts-attemptId"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/lessons/{lessonId}/attempts/{attemptId}/submission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End an attempt, once, with its last valid answers. After a pass or the last attempt, the response has the correct answers and the explanations */
        post: operations["post-courses-id-lessons-lessonId-attempts-attemptId-submission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/lessons/{lessonId}/captions/{language}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the captions of a video in a language, as multipart. For its author and super admins */
        put: operations["put-courses-id-lessons-lessonId-captions-language"];
        post?: never;
        /** Remove the captions of a video in a language. For its author and super admins */
        delete: operations["delete-courses-id-lessons-lessonId-captions-language"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/lessons/{lessonId}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a file to a lesson, as multipart. For its author and super admins */
        post: operations["post-courses-id-lessons-lessonId-files"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/lessons/{lessonId}/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a file from a lesson. For its author and super admins */
        delete: operations["delete-courses-id-lessons-lessonId-files-fileId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/lessons/{lessonId}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Report where you are in a lesson, what you have watched of it, and whether it is done */
        put: operations["put-courses-id-lessons-lessonId-progress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/purchase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Buy a course, or enrol in a free one */
        post: operations["post-courses-id-purchase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/courses/{id}/rating": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Rate a course in which the account is enrolled. A second rating replaces the first */
        put: operations["put-courses-id-rating"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Accounts with credit, for super admins, newest first, 50 a page */
        get: operations["get-credit"];
        put?: never;
        /** Grant credit to a verifier, named by email address or username, for super admins */
        post: operations["post-credit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The credit of an account and its ledger, for super admins, newest first, 50 a page */
        get: operations["get-credit-userId"];
        put?: never;
        post?: never;
        /** End the agreement of an account, for super admins. Its debt remains */
        delete: operations["delete-credit-userId"];
        options?: never;
        head?: never;
        /** Change the credit limit of an account, for super admins */
        patch: operations["patch-credit-userId"];
        trace?: never;
    };
    "/credit/{userId}/renewal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Renew an agreement that has ended, for super admins */
        post: operations["post-credit-userId-renewal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit/{userId}/settlement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark a statement of an account as paid, which frees its credit, for super admins */
        post: operations["post-credit-userId-settlement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit/{userId}/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The latest 120 statements of an account, for super admins */
        get: operations["get-credit-userId-statements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/credit/mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The credit of the account; null without an agreement */
        get: operations["get-credit-mine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The designs that the issuer can choose for certificates, newest first */
        get: operations["get-designs"];
        put?: never;
        /** Create a design: multipart with its fields and pictures */
        post: operations["post-designs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/{designId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One of the issuer’s designs */
        get: operations["get-designs-designId"];
        /** Change a design: multipart with all its fields, the version that was read, and new pictures. Certificates keep the version they were issued with */
        put: operations["put-designs-designId"];
        post?: never;
        /** Retire a design. It can no longer be chosen; certificates issued with it keep it */
        delete: operations["delete-designs-designId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/{designId}/boxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Open a design of a layout as boxes: another design, a draft with own artwork. What its boxes cannot do as the layout did is in left */
        post: operations["post-designs-designId-boxes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/{designId}/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Copy a design, which may be retired */
        post: operations["post-designs-designId-copy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/{designId}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Make a design the default of a course or, without courseName, of the issuer */
        put: operations["put-designs-designId-default"];
        post?: never;
        /** Remove a design as the default of a course or, without courseName, of the issuer */
        delete: operations["delete-designs-designId-default"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/{designId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A design with its pictures as a ZIP, which POST designs/import takes: of its draft, if it has one */
        get: operations["get-designs-designId-export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/{designId}/test-mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send the mail of a saved design about a sample to one’s own address */
        post: operations["post-designs-designId-test-mail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/backgrounds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store the background of a design with own artwork, as multipart. A page of a PDF stays a drawing in certificates, without text that can be copied. It is deleted after a day unless a design has it */
        post: operations["post-designs-backgrounds"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/backgrounds/{backgroundId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A stored background */
        get: operations["get-designs-backgrounds-backgroundId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/backgrounds/{backgroundId}/words": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take words out of a background, which gives another one. Those that could not be taken out, such as outlines of letters, are in left */
        post: operations["post-designs-backgrounds-backgroundId-words"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a design from the ZIP of another: a draft if it has own artwork, and otherwise version 1 */
        post: operations["post-designs-import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/library": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The designs with own artwork to start from */
        get: operations["get-designs-library"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/library/{libraryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Make a design from one of the library, as a draft in the language of the request */
        post: operations["post-designs-library-libraryId"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/designs/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Draw a design that is not saved, with the data of a sample */
        post: operations["post-designs-preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened to the caller’s certificates, batches, payments and courses in the last 30 days, oldest first. A token with scopes reads the types of the objects that it may read */
        get: operations["get-events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The issuer’s own fields that are in use, in the order of their declaration */
        get: operations["get-fields"];
        put?: never;
        /** Declare a field for the issuer’s certificates */
        post: operations["post-fields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fields/{fieldId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Retire a field. New certificates no longer have it; issued ones keep their values */
        delete: operations["delete-fields-fieldId"];
        options?: never;
        head?: never;
        /** Change a field. What is left out stays, and null removes a rule. Key, kind and visibility never change, and neither do certificates */
        patch: operations["patch-fields-fieldId"];
        trace?: never;
    };
    "/fields/pictures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Store a photograph, as multipart, for a field of the kind picture. It is turned upright, cut to 35 by 45 mm and kept without metadata, and deleted after a day unless a certificate has it */
        post: operations["post-fields-pictures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holders/erasure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Erase name and address of a holder: an issuer from its own certificates, a super admin from all. It cannot be undone */
        post: operations["post-holders-erasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept the invitation of a mailed link. This login then acts for the organisation */
        post: operations["post-invitations-token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issuers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All issuers, for super admins, newest first, 50 a page */
        get: operations["get-issuers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issuers/{issuerId}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve a pending issuer, suspend an active one or reinstate a suspended one, for super admins */
        post: operations["post-issuers-issuerId-decision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issuers/{issuerId}/quota": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set how many certificates an issuer may issue a day, for super admins */
        put: operations["put-issuers-issuerId-quota"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/issuers/name-changes/{nameChangeId}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approve or refuse the name that an issuer requested, for super admins */
        post: operations["post-issuers-name-changes-nameChangeId-decision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The queues of mail, and messages whose latest attempt failed, newest first, 50 a page, for super admins */
        get: operations["get-mail"];
        put?: never;
        /** Try a message that was not delivered again at once, or all of them, for super admins */
        post: operations["post-mail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The members of the organisation and its open invitations, for its owner */
        get: operations["get-members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a member, whose logins and tokens for the organisation end at once */
        delete: operations["delete-members-userId"];
        options?: never;
        head?: never;
        /** Give a member another role, for the owner of the organisation */
        patch: operations["patch-members-userId"];
        trace?: never;
    };
    "/members/closing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close the organisation, for its owner. It issues nothing any more; its certificates stay */
        post: operations["post-members-closing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite an address as a member, for the owner. The mailed link works once, for seven days */
        post: operations["post-members-invitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraw an open invitation, for the owner */
        delete: operations["delete-members-invitations-invitationId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/ownership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask a member to take the ownership over. Nothing changes until the member accepts */
        post: operations["post-members-ownership"];
        /** Withdraw the offer of the ownership */
        delete: operations["delete-members-ownership"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API tokens of all members that act for the organisation, newest first, for its owner */
        get: operations["get-members-tokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/members/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API token of a member, for the owner of the organisation */
        delete: operations["delete-members-tokens-tokenId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Messages to support, for super admins, newest first, 50 a page */
        get: operations["get-messages"];
        put?: never;
        /** Send a message to the site’s support */
        post: operations["post-messages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{messageId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Mark a message to support as handled or as open, for super admins */
        patch: operations["patch-messages-messageId"];
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description, as OpenAPI 3.1 */
        get: operations["get-openapi.json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organisations that the account is a member of, its own first */
        get: operations["get-organisations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organisations/{organisationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Leave an organisation. Logins and tokens of the account for it end, except this login */
        delete: operations["delete-organisations-organisationId"];
        options?: never;
        head?: never;
        /** Ask for another name of the organisation that the login acts for, for its owner. It waits for the approval of a super admin */
        patch: operations["patch-organisations-organisationId"];
        trace?: never;
    };
    "/organisations/{organisationId}/ownership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take the ownership over that the account was offered. The former owner becomes an issuer */
        post: operations["post-organisations-organisationId-ownership"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller’s own payments, newest first */
        get: operations["get-payments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A payment with its history, for super admins */
        get: operations["get-payments-paymentId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentId}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The receipt of a payment, for its payer and super admins */
        get: operations["get-payments-paymentId-receipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/{paymentId}/refund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refund a whole payment and revoke the purchase, for super admins. The payer reads the reason */
        post: operations["post-payments-paymentId-refund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All payments, for super admins, newest first */
        get: operations["get-payments-all"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/payments/credit-notes/{creditNoteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The credit note of a refund, for the payer and super admins */
        get: operations["get-payments-credit-notes-creditNoteId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/seller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The seller’s details for receipts, for super admins; null until they are set */
        get: operations["get-seller"];
        /** Set the seller’s details for later receipts, for super admins. An absent field means none */
        put: operations["put-seller"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The monthly statements of the account, newest first, 50 a page */
        get: operations["get-statements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/statements/{statementId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A statement with its entries, oldest first, 50 a page, for its account and super admins */
        get: operations["get-statements-statementId"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The state of the site, for super admins */
        get: operations["get-status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API tokens of the account, newest first */
        get: operations["get-tokens"];
        put?: never;
        /** Make an API token, whose secret is shown once, with a login. It is mailed to the owner of the account */
        post: operations["post-tokens"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{tokenId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke an API token. A token revokes itself alone */
        delete: operations["delete-tokens-tokenId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/courses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The course catalogue, newest first. A page has 50 courses, or up to 200 with limit, and at most 1 MB; the next one is in the Link header */
        get: operations["get-users-courses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a mail with a link to set a new password */
        post: operations["post-users-forgot-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in with email and password */
        post: operations["post-users-login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/login/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Finish a login that answered second_factor_required, with a code of the app or a recovery code */
        post: operations["post-users-login-second-factor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Revoke the token of this call */
        post: operations["post-users-logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account that the token belongs to */
        get: operations["get-users-me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the name of the account. The new name of an issuer waits for the approval of a super admin */
        patch: operations["patch-users-me"];
        trace?: never;
    };
    "/users/me/addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The email addresses of the account, whose certificates it lists. The first is its own */
        get: operations["get-users-me-addresses"];
        put?: never;
        /** Mail a link that adds an email address to the account */
        post: operations["post-users-me-addresses"];
        /** Remove an email address from the account */
        delete: operations["delete-users-me-addresses"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The company and tax ID for receipts */
        get: operations["get-users-me-billing"];
        /** Set the company and tax ID for later receipts. An absent field means none */
        put: operations["put-users-me-billing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mail a link to a new address, which its owner confirms in a browser with the login of the account. Until then nothing changes */
        post: operations["post-users-me-email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How many minutes new certificates wait before they are issued, for issuers */
        get: operations["get-users-me-hold"];
        /** Choose how many minutes new certificates wait before they are issued, for issuers. Those that wait already keep their time */
        put: operations["put-users-me-hold"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Change the password. It ends every session, token and link of the account, and answers with a new token */
        put: operations["put-users-me-password"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which mails about expiring certificates are sent, for issuers */
        get: operations["get-users-me-reminders"];
        /** Choose which mails about expiring certificates are sent, for issuers. An absent field means false */
        put: operations["put-users-me-reminders"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The logins of the account, newest first, 50 a page */
        get: operations["get-users-me-sessions"];
        put?: never;
        post?: never;
        /** End all logins of the account except this one. Named API tokens stay */
        delete: operations["delete-users-me-sessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a login or revoke an API token of the account */
        delete: operations["delete-users-me-sessions-sessionId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/me/sharing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether holders may share the issuer’s certificates, for issuers */
        get: operations["get-users-me-sharing"];
        /** Choose whether holders may share the issuer’s certificates, for issuers. Without it, open links are closed */
        put: operations["put-users-me-sharing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Register an account */
        post: operations["post-users-register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mail the link that verifies an address again */
        post: operations["post-users-resend-verification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/reset-password/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a new password with the token from the mailed link */
        post: operations["post-users-reset-password-token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/verify/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Verify an email address with the token from the mailed link */
        get: operations["get-users-verify-token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/verifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller’s own verifications, newest first */
        get: operations["get-verifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The webhooks of the account, newest first */
        get: operations["get-webhooks"];
        put?: never;
        /** Have events sent to an address from now on (Standard Webhooks). A token with scopes needs those of the types, too */
        post: operations["post-webhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook */
        get: operations["get-webhooks-webhookId"];
        put?: never;
        post?: never;
        /** Delete a webhook with its deliveries */
        delete: operations["delete-webhooks-webhookId"];
        options?: never;
        head?: never;
        /** Change a webhook, or switch it off or on. A token with scopes needs those of its types, too */
        patch: operations["patch-webhooks-webhookId"];
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The events for a webhook in the last 30 days, newest first, and what became of them */
        get: operations["get-webhooks-webhookId-deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/deliveries/{deliveryId}/redelivery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event to a webhook again, with new tries */
        post: operations["post-webhooks-webhookId-deliveries-deliveryId-redelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Give a webhook a new secret, which is shown once. For 24 hours, events are signed with both */
        post: operations["post-webhooks-webhookId-secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send an event of the type webhook.test to a webhook, once. Its deliveries show what became of it */
        post: operations["post-webhooks-webhookId-test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: email
             * @example mara@osei.example
             */
            email: string;
            /** @example Mara Osei */
            name: string;
            /** @enum {string} */
            role: "corporate" | "individual";
            secondFactor: {
                isOn: boolean;
                /** @description The newest request to remove it, unless that was done */
                reset: {
                    /**
                     * Format: date-time
                     * @description UTC
                     * @example 2026-03-01T09:30:00.000Z
                     */
                    effectiveAt: string;
                    objectedAt: string | null;
                } | null;
            };
            /** @example mara-osei */
            username: string;
        };
        AuditEntry: {
            /** @example certificate.revoked */
            act: string;
            actor: {
                _id: string | null;
                email: string | null;
                /** @enum {string} */
                kind: "visitor" | "user" | "apiToken" | "system" | "shell";
                /** @description Null once the account is deleted */
                name: string | null;
            };
            /** @description The client’s network address; an issuer sees those of its own acts */
            address: string | null;
            /**
             * @description Names and addresses are salted hashes
             * @example {
             *       "perDay": 500
             *     }
             */
            after: {
                [key: string]: unknown;
            } | null;
            /**
             * @description Names and addresses are salted hashes
             * @example {
             *       "perDay": 500
             *     }
             */
            before: {
                [key: string]: unknown;
            } | null;
            /**
             * @description SHA-256 in hex
             * @example 5f2c…
             */
            hash: string;
            /**
             * @description Place in the trail, from 1
             * @example 42
             */
            number: number;
            object: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                email: string | null;
                /** @example certificate */
                kind: string;
                /** @description Null once the account is deleted */
                name: string | null;
            } | null;
            organisation: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                email: string | null;
                /** @description Null once the account is deleted */
                name: string | null;
            } | null;
            /**
             * @description The hash of the row before; empty in the first one
             * @example 5f2c…
             */
            previousHash: string;
            session: string | null;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            time: string;
        };
        BackgroundWord: {
            /**
             * @description Its baseline, in thousandths of a millimetre from the upper edge
             * @example 90500
             */
            baseline: number;
            /**
             * @description Of what is drawn, in thousandths of a millimetre
             * @example 7000
             */
            height: number;
            /**
             * @description Of its type, in points
             * @example 28
             */
            size: number;
            /** @example Ada */
            text: string;
            /**
             * @description Of what is drawn, in thousandths of a millimetre
             * @example 24000
             */
            width: number;
            /**
             * @description Thousandths of a millimetre from the left edge of the page
             * @example 120500
             */
            x: number;
            /**
             * @description Thousandths of a millimetre from its upper edge
             * @example 84000
             */
            y: number;
        };
        Batch: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @description The design that the call named, 'standard' for the built-in one; null if the defaults apply */
            designId: string | null;
            /** @description When it was done or cancelled */
            endedAt: string | null;
            /**
             * @description Rows that cannot be issued
             * @example 0
             */
            failed: number;
            /**
             * @description Null unless a file was uploaded
             * @example null
             */
            fileName: string | null;
            /** @example 250 */
            issued: number;
            /** @description The last ZIP of photographs; null without one */
            pictures: {
                /** @example 12 */
                read: number;
                /** @enum {string} */
                status: "reading" | "read";
                /**
                 * @description Photographs for which rows wait or waited
                 * @example 30
                 */
                total: number;
                /** @description The first 100 files that fit no row */
                unmatched: string[];
                /**
                 * @description Files that fit no row
                 * @example 0
                 */
                unmatchedCount: number;
            } | null;
            startedAt: string | null;
            /** @enum {string} */
            status: "checking" | "ready" | "issuing" | "scheduled" | "done" | "cancelled";
            /**
             * @description Rows
             * @example 1000
             */
            total: number;
            /**
             * @description Rows that can be issued and look damaged
             * @example 0
             */
            warned: number;
        };
        BatchError: {
            /**
             * @description A stable name of the error, for programs; /api/docs#errors explains each
             * @example invalid
             * @enum {string}
             */
            code: "invalid" | "unauthenticated" | "second_factor_required" | "second_factor_setup_required" | "challenge_ended" | "payment_declined" | "forbidden" | "scope_missing" | "address_not_allowed" | "account_deletion_pending" | "password_required" | "code_required" | "consent_required" | "not_found" | "method_not_allowed" | "conflict" | "duplicate" | "timeout" | "too_large" | "url_too_long" | "unsupported_media" | "misdirected" | "unprocessable" | "idempotency_interrupted" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "not_implemented" | "busy" | "storage_full";
            /** @description Messages by field */
            errors?: {
                [key: string]: string[];
            };
            message: string;
            /** @description The first 1,000 rows that cannot be issued */
            rows?: {
                /** @description Messages by field */
                errors: {
                    [key: string]: string[];
                };
                /**
                 * @description The line in the CSV file, whose header is line 1, or the position in the JSON array, from 1
                 * @example 2
                 */
                line: number;
            }[];
            /** @description With the code scope_missing: the scope that the call needs, null if it needs a login */
            scope?: string | null;
            /** @constant */
            success: false;
        };
        BatchWithRows: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @description The design that the call named, 'standard' for the built-in one; null if the defaults apply */
            designId: string | null;
            /** @description When it was done or cancelled */
            endedAt: string | null;
            /**
             * @description Rows that cannot be issued
             * @example 0
             */
            failed: number;
            /**
             * @description Null unless a file was uploaded
             * @example null
             */
            fileName: string | null;
            /** @example 250 */
            issued: number;
            /** @description The last ZIP of photographs; null without one */
            pictures: {
                /** @example 12 */
                read: number;
                /** @enum {string} */
                status: "reading" | "read";
                /**
                 * @description Photographs for which rows wait or waited
                 * @example 30
                 */
                total: number;
                /** @description The first 100 files that fit no row */
                unmatched: string[];
                /**
                 * @description Files that fit no row
                 * @example 0
                 */
                unmatchedCount: number;
            } | null;
            rows: {
                /** @description Messages by field */
                errors?: {
                    [key: string]: string[];
                };
                /**
                 * @description Values of the issuer's own fields that the reader may see, by key
                 * @example {
                 *       "hours": {
                 *         "name": "Hours",
                 *         "value": 12.5
                 *       }
                 *     }
                 */
                fields: {
                    [key: string]: {
                        /** @example Hours */
                        name: string;
                        value: string | number | boolean;
                    };
                };
                issuedAt: string | null;
                /**
                 * @description The line in the CSV file, whose header is line 1, or the position in the JSON array, from 1
                 * @example 2
                 */
                line: number;
                /** @enum {string} */
                status: "ready" | "scheduled" | "issued" | "failed" | "cancelled";
                /** @example 7K3M-9QZX-2HVB-4TND */
                uniqueId?: string;
                /** @description Messages by field */
                warnings?: {
                    [key: string]: string[];
                };
            }[];
            startedAt: string | null;
            /** @enum {string} */
            status: "checking" | "ready" | "issuing" | "scheduled" | "done" | "cancelled";
            /**
             * @description Rows
             * @example 1000
             */
            total: number;
            /**
             * @description Rows that can be issued and look damaged
             * @example 0
             */
            warned: number;
        };
        BillingDetails: {
            /** @example Osei Consulting */
            company: string | null;
            /** @example GB123456789 */
            taxId: string | null;
        };
        Captions: {
            /** @example Português (Brasil) */
            label: string;
            /**
             * @description A BCP 47 tag
             * @example pt-BR
             */
            language: string;
            /**
             * @description WebVTT, at a signed absolute URL that is valid for six hours
             * @example https://certrace.example/lessons/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9/captions/pt-BR.vtt?expires=1772357400&signature=Zk3v
             */
            url: string;
        };
        Certificate: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /** @example Distributed Systems */
            courseName: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.json?expires=1772357400&signature=Zk3v
             */
            credentialUrl: string;
            /** @description ID of the issuer's design; null for the built-in one */
            designId: string | null;
            /** @example 2028-02-28 */
            expiryDate: string | null;
            /**
             * @description Values of the issuer's own fields that the reader may see, by key
             * @example {
             *       "hours": {
             *         "name": "Hours",
             *         "value": 12.5
             *       }
             *     }
             */
            fields: {
                [key: string]: {
                    /** @example Hours */
                    name: string;
                    value: string | number | boolean;
                };
            };
            /**
             * @description Path of the PNG
             * @example /certificates/7K3M-9QZX-2HVB-4TND.png
             */
            imageLink: string;
            /**
             * Format: date
             * @description A calendar date
             * @example 2026-02-28
             */
            issueDate: string;
            issuedBy: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                /** @example Aurora Institute */
                name: string;
                /** @example aurora-institute */
                username: string;
            };
            /**
             * @description Why a scheduled one was not issued when its time came
             * @example null
             */
            notIssued: string | null;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.pdf?expires=1772357400&signature=Zk3v
             */
            pdfUrl: string;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.png?expires=1772357400&signature=Zk3v
             */
            pngUrl: string;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.tlog-proof?expires=1772357400&signature=Zk3v
             */
            proofUrl: string;
            /**
             * @description ID of the certificate that renews this one, which stays valid
             * @example null
             */
            renewedBy: string | null;
            /**
             * @description ID of the certificate that this one renews
             * @example null
             */
            renews: string | null;
            /**
             * @description ID of the corrected certificate; a replaced certificate is revoked
             * @example null
             */
            replacedBy: string | null;
            /**
             * @description ID of the certificate that this one corrects
             * @example null
             */
            replaces: string | null;
            /**
             * @description Null unless the status is revoked
             * @example null
             */
            revocation: {
                /** @example Issued to the wrong person */
                reason: string;
                /**
                 * Format: date-time
                 * @description UTC
                 * @example 2026-03-01T09:30:00.000Z
                 */
                revokedAt: string;
            } | null;
            /**
             * @description When it is issued, UTC. Null unless the status is scheduled
             * @example null
             */
            scheduledFor: string | null;
            /**
             * @description Not yet valid while its issue date has begun nowhere on earth; erased when name and address of its holder are gone; scheduled while it waits to be issued, so that only its issuer finds it and its files answer 404
             * @enum {string}
             */
            status: "valid" | "not-yet-valid" | "expired" | "revoked" | "erased" | "scheduled";
            /**
             * @description Empty once the holder was erased
             * @example ingrid@students.example
             */
            studentEmail: string | "";
            /** @example Ingrid Sørensen */
            studentName: string;
            /** @example 7K3M-9QZX-2HVB-4TND */
            uniqueId: string;
            /**
             * @description Whether anybody has paid to verify it
             * @example true
             */
            verified: boolean;
        };
        Completion: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            certificate: {
                /**
                 * @description unconfirmed: confirm the name with POST; waiting: the issuer is suspended, or its daily quota is used up
                 * @enum {string}
                 */
                state: "none" | "unconfirmed" | "waiting-for-approval" | "waiting" | "issued";
                uniqueId: string | null;
            };
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            completedAt: string;
            /** @description Null once the course is deleted */
            courseId: string | null;
            /** @example Distributed Systems */
            courseTitle: string;
            /**
             * @description The version of the course that was completed
             * @example 3
             */
            courseVersion: number;
        };
        CompletionSettings: {
            /** @enum {string} */
            certificate: "none" | "at-once" | "approval";
            /** @description Whether a lesson opens when the one before is done */
            inOrder: boolean;
            /** @enum {string} */
            rule: "lessons" | "quizzes" | "both";
        };
        CompletionToApprove: {
            _id: string | null;
            completedAt: string | null;
            name: string | null;
            user: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                email: string | null;
                /** @example Ada Lovelace */
                name: string;
            };
        };
        ConsentError: {
            /**
             * @description A stable name of the error, for programs; /api/docs#errors explains each
             * @example invalid
             * @enum {string}
             */
            code: "invalid" | "unauthenticated" | "second_factor_required" | "second_factor_setup_required" | "challenge_ended" | "payment_declined" | "forbidden" | "scope_missing" | "address_not_allowed" | "account_deletion_pending" | "password_required" | "code_required" | "consent_required" | "not_found" | "method_not_allowed" | "conflict" | "duplicate" | "timeout" | "too_large" | "url_too_long" | "unsupported_media" | "misdirected" | "unprocessable" | "idempotency_interrupted" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "not_implemented" | "busy" | "storage_full";
            /** @enum {string} */
            consent?: "pending" | "declined" | "lapsed" | "closed";
            /** @description Messages by field */
            errors?: {
                [key: string]: string[];
            };
            /** @example The holder declined this look-up. */
            message: string;
            /** @description With the code scope_missing: the scope that the call needs, null if it needs a login */
            scope?: string | null;
            /**
             * @description Not yet valid while its issue date has begun nowhere on earth; erased when name and address of its holder are gone
             * @enum {string}
             */
            status?: "valid" | "not-yet-valid" | "expired" | "revoked" | "erased";
            /** @constant */
            success: false;
        };
        Correction: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            askedAt: string;
            /** @example Distributed Systems */
            courseName: string;
            /**
             * @description What is wrong
             * @enum {string}
             */
            field: "studentName" | "studentEmail" | "courseName" | "issueDate" | "expiryDate" | "other";
            /** @example My passport has no ø */
            reason: string;
            /**
             * @description What is right
             * @example Ingrid Sorensen
             */
            right: string;
            /** @example Ingrid Sørensen */
            studentName: string;
            /** @example 7K3M-9QZX-2HVB-4TND */
            uniqueId: string;
        };
        Coupon: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description Dollars; null for a discount in percent
             * @example null
             */
            amount: number | null;
            /** @example SPRING-25 */
            code: string;
            /**
             * @description Title of its course; null for all courses of the author
             * @example null
             */
            course: string | null;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @example 100 */
            maxUses: number | null;
            /**
             * @description Null for a discount in dollars
             * @example 25
             */
            percent: number | null;
            /** @enum {string} */
            state: "active" | "scheduled" | "ended" | "used-up";
            /** @example 3 */
            uses: number;
            validFrom: string | null;
            validUntil: string | null;
        };
        Course: {
            /**
             * @description Number of changes
             * @example 3
             */
            __v: number;
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /** @example Backend */
            category: string | null;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            createdBy: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                /** @example aurora-institute */
                username: string;
            };
            /** @example Clocks, consensus and failure, with exercises. */
            description: string;
            /**
             * @description Present while only its author and super admins see it
             * @constant
             */
            draft?: true;
            /** @description Whether the first lesson may be watched without buying */
            firstLessonFree: boolean;
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            id: string;
            modules: components["schemas"]["Module"][];
            /**
             * @description Dollars
             * @example 49
             */
            price: number | null;
            /**
             * @description 0 without ratings
             * @example 4.8
             */
            rating: number;
            /** @example 12 */
            reviewCount: number;
            /** @example 240 */
            studentsEnrolled: number;
            /**
             * @description Path
             * @example /thumbnails/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9-960.webp
             */
            thumbnail: string;
            /** @example Distributed Systems */
            title: string;
            /** @description Present while a super admin keeps the course out of the catalogue */
            unpublication?: {
                /** @example The videos belong to another school */
                reason: string;
                /**
                 * Format: date-time
                 * @description UTC
                 * @example 2026-03-01T09:30:00.000Z
                 */
                unpublishedAt: string;
            };
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            updatedAt: string;
        };
        Credit: {
            /**
             * @description Of the account
             * @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9
             */
            _id: string;
            /** @example mara@osei.example */
            email: string | null;
            /** @description Null while the account may draw */
            endedAt: string | null;
            /**
             * @description Dollars
             * @example 800
             */
            left: number;
            /**
             * @description Dollars
             * @example 5000
             */
            limit: number;
            /** @example Mara Osei */
            name: string;
            /**
             * @description Dollars
             * @example 4200
             */
            owed: number;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            setAt: string;
        };
        CreditNote: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description Dollars
             * @example 4200
             */
            amount: number;
            buyer: {
                /** @example Osei Consulting */
                company: string | null;
                /** @example mara@osei.example */
                email: string | null;
                /** @example Mara Osei */
                name: string;
                /** @example null */
                taxId: string | null;
            };
            /** @constant */
            currency: "USD";
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            issuedAt: string;
            lines: {
                /** @example Certificate */
                label: string;
                /** @example 7K3M-9QZX-2HVB-4TND */
                value: string;
            }[];
            /** @example C-000007 */
            number: string;
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            paymentId: string;
            /** @example Paid by mistake */
            reason: string;
            /** @example R-000042 */
            receiptNumber: string;
            /** @description Null if the details were not set when it was issued */
            seller: {
                /** @example 1 Quay, Bristol */
                address: string | null;
                /** @example Certrace Ltd */
                name: string;
                /** @example GB123456789 */
                taxId: string | null;
            } | null;
            /** @description The included tax */
            tax: {
                /**
                 * @description Dollars
                 * @example 670.59
                 */
                amount: number;
                /** @example 19 */
                percent: number;
            } | null;
        };
        Delivery: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /** @example 1 */
            attempts: number;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            deliveredAt: string | null;
            /**
             * @description Why the last try had no answer
             * @example null
             */
            error: string | null;
            event: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                id: string;
                /** @enum {string} */
                type: "certificate.issued" | "certificate.revoked" | "certificate.replaced" | "certificate.expiring" | "certificate.verified" | "batch.done" | "payment.paid" | "payment.refunded" | "course.enrolled" | "course.completed" | "webhook.test";
            };
            lastTriedAt: string | null;
            /** @description Null once it is delivered or given up */
            nextAttemptAt: string | null;
            /** @enum {string} */
            state: "waiting" | "delivered" | "failed";
            /**
             * @description HTTP status of the last answer; null without one
             * @example 200
             */
            status: number | null;
        };
        Design: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description The layout, or artwork for boxes on a background of one’s own
             * @example heritage
             * @enum {string}
             */
            base: "heritage" | "collegiate" | "ribbon" | "modern" | "minimal" | "portrait-classic" | "portrait-modern" | "artwork";
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description Number of courses with this default
             * @example 0
             */
            defaultCourses: number;
            /**
             * @description Whether it has changes that are not published
             * @example false
             */
            draft: boolean;
            /**
             * @description How long its certificates are valid by default
             * @example P2Y
             */
            expiresAfter: string | null;
            /**
             * @description Whether it is the issuer's default
             * @example true
             */
            isDefault: boolean;
            /** @example Graduation */
            name: string;
            /**
             * @description Number of the newest version. 0 for a design that was never published
             * @example 3
             */
            version: number;
        };
        DesignBackground: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description Whether certificates as PDF have the drawing itself, and not its pixels
             * @example true
             */
            isVector: boolean;
            /**
             * @description The page or the face that it fills
             * @example a4
             * @enum {string}
             */
            page: "a4" | "a4-portrait" | "letter" | "letter-portrait" | "card" | "wide" | "square";
            /** @description The words that it shows, in the order of reading */
            words: components["schemas"]["BackgroundWord"][];
        };
        DesignConflict: {
            /**
             * @description Of own artwork: what differs from the change
             * @example [
             *       "Box 2"
             *     ]
             */
            changed?: string[];
            /**
             * @description A stable name of the error, for programs; /api/docs#errors explains each
             * @example invalid
             * @enum {string}
             */
            code: "invalid" | "unauthenticated" | "second_factor_required" | "second_factor_setup_required" | "challenge_ended" | "payment_declined" | "forbidden" | "scope_missing" | "address_not_allowed" | "account_deletion_pending" | "password_required" | "code_required" | "consent_required" | "not_found" | "method_not_allowed" | "conflict" | "duplicate" | "timeout" | "too_large" | "url_too_long" | "unsupported_media" | "misdirected" | "unprocessable" | "idempotency_interrupted" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "not_implemented" | "busy" | "storage_full";
            /**
             * @description Of own artwork: the number of its draft
             * @example 4
             */
            draftNumber?: number;
            /** @description Messages by field */
            errors?: {
                [key: string]: string[];
            };
            message: string;
            /** @description With the code scope_missing: the scope that the call needs, null if it needs a login */
            scope?: string | null;
            /** @constant */
            success: false;
            /**
             * @description The newest version
             * @example 2
             */
            version?: number;
        };
        DuplicateError: {
            /**
             * @description A stable name of the error, for programs; /api/docs#errors explains each
             * @example invalid
             * @enum {string}
             */
            code: "invalid" | "unauthenticated" | "second_factor_required" | "second_factor_setup_required" | "challenge_ended" | "payment_declined" | "forbidden" | "scope_missing" | "address_not_allowed" | "account_deletion_pending" | "password_required" | "code_required" | "consent_required" | "not_found" | "method_not_allowed" | "conflict" | "duplicate" | "timeout" | "too_large" | "url_too_long" | "unsupported_media" | "misdirected" | "unprocessable" | "idempotency_interrupted" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "not_implemented" | "busy" | "storage_full";
            /**
             * @description ID of the valid certificate
             * @example 7K3M-9QZX-2HVB-4TND
             */
            duplicateOf?: string;
            /** @description Messages by field */
            errors?: {
                [key: string]: string[];
            };
            /**
             * @description If that one waits to be issued
             * @constant
             */
            isScheduled?: true;
            message: string;
            /** @description With the code scope_missing: the scope that the call needs, null if it needs a login */
            scope?: string | null;
            /** @constant */
            success: false;
        };
        Error: {
            /**
             * @description A stable name of the error, for programs; /api/docs#errors explains each
             * @example invalid
             * @enum {string}
             */
            code: "invalid" | "unauthenticated" | "second_factor_required" | "second_factor_setup_required" | "challenge_ended" | "payment_declined" | "forbidden" | "scope_missing" | "address_not_allowed" | "account_deletion_pending" | "password_required" | "code_required" | "consent_required" | "not_found" | "method_not_allowed" | "conflict" | "duplicate" | "timeout" | "too_large" | "url_too_long" | "unsupported_media" | "misdirected" | "unprocessable" | "idempotency_interrupted" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "not_implemented" | "busy" | "storage_full";
            /** @description Messages by field */
            errors?: {
                [key: string]: string[];
            };
            message: string;
            /** @description With the code scope_missing: the scope that the call needs, null if it needs a login */
            scope?: string | null;
            /** @constant */
            success: false;
        };
        Event: {
            /**
             * @description The version of the API in which the data are
             * @example 1
             */
            apiVersion: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @description The object in its present state; null once it is erased or deleted */
            data: ({
                certificate: components["schemas"]["Certificate"];
            } | {
                batch: components["schemas"]["Batch"];
            } | {
                payment: components["schemas"]["Payment"];
            } | {
                course: components["schemas"]["Course"];
                learner: {
                    /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                    _id: string;
                    /** @example Ada Lovelace */
                    name: string;
                    /** @example ada */
                    username: string;
                };
            }) | null;
            /**
             * @description Later events have greater IDs, compared as text; a webhook sends it as webhook-id
             * @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9
             */
            id: string;
            /** @enum {string} */
            type: "certificate.issued" | "certificate.revoked" | "certificate.replaced" | "certificate.expiring" | "certificate.verified" | "batch.done" | "payment.paid" | "payment.refunded" | "course.enrolled" | "course.completed";
        };
        Field: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /** @description Of a choice */
            choices: string[] | null;
            /** @description Where the field is left out */
            default: string | number | boolean | null;
            /**
             * @description The key of its values in `fields`
             * @example hours
             */
            key: string;
            /**
             * @example number
             * @enum {string}
             */
            kind: "text" | "number" | "date" | "choice" | "boolean" | "picture" | "running";
            /** @description Highest number or latest date */
            max: string | number | null;
            /** @description Most characters of a text */
            maxLength: number | null;
            /** @description Lowest number or earliest date */
            min: string | number | null;
            /** @example Hours */
            name: string;
            /** @description Of a running number */
            pattern: string | null;
            /** @description What a running number is counted for */
            per: ("organisation" | "course") | null;
            /** @description Whether every certificate needs a value */
            required: boolean;
            /** @description Whether searches find certificates by it */
            searchable: boolean;
            /** @description The first running number */
            start: number | null;
            /**
             * @description Who sees values: readers of the page, readers of the file, and those of the shared page
             * @example [
             *       "certificate",
             *       "verifiers"
             *     ]
             */
            visibility: ("certificate" | "verifiers" | "shared")[];
        };
        FieldPicture: {
            /**
             * @description SHA-256 of the stored picture, the value of a field
             * @example 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
             */
            _id: string;
        };
        FoundCertificate: {
            /** @example Distributed Systems */
            courseName: string;
            /**
             * Format: date
             * @description A calendar date
             * @example 2026-02-28
             */
            issueDate: string;
            issuedBy: {
                /** @example Aurora Institute */
                name: string;
            };
            /**
             * @description Whether the caller has paid for it
             * @example false
             */
            paid: boolean;
            /**
             * @description ID of the renewal of an expired certificate
             * @example null
             */
            renewedBy: string | null;
            /**
             * @description ID of the corrected certificate; a replaced certificate is revoked
             * @example null
             */
            replacedBy: string | null;
            /**
             * @description Null unless the status is revoked
             * @example null
             */
            revocation: {
                /** @example Issued to the wrong person */
                reason: string;
                /**
                 * Format: date-time
                 * @description UTC
                 * @example 2026-03-01T09:30:00.000Z
                 */
                revokedAt: string;
            } | null;
            /**
             * @description The page on which the holder shares it
             * @example null
             */
            shareUrl: string | null;
            /**
             * @description Not yet valid while its issue date has begun nowhere on earth; erased when name and address of its holder are gone
             * @enum {string}
             */
            status: "valid" | "not-yet-valid" | "expired" | "revoked" | "erased";
            /** @example 7K3M-9QZX-2HVB-4TND */
            uniqueId: string;
        };
        Invitation: {
            /** @example 01a1f830-1c68-773e-87eb-df1831d44d59 */
            _id: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:03:39.000Z
             */
            createdAt: string;
            email: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:03:39.000Z
             */
            expiresAt: string;
            /** @enum {string} */
            role: "issuer" | "author" | "viewer";
        };
        Issuer: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @description The newest decision about the issuer */
            decision: {
                /**
                 * Format: date-time
                 * @description UTC
                 * @example 2026-03-01T09:30:00.000Z
                 */
                at: string;
                /**
                 * @description The super admin
                 * @example office
                 */
                by: string | null;
                /** @enum {string} */
                kind: "approved" | "suspended" | "reinstated";
            } | null;
            /**
             * Format: email
             * @example office@aurora.example
             */
            email: string;
            emailVerified: boolean;
            /** @example Aurora Institute */
            name: string;
            /** @description The requested name that is not decided yet */
            nameChange: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                /** @example Aurora Academy */
                name: string;
                /**
                 * Format: date-time
                 * @description UTC
                 * @example 2026-03-01T09:30:00.000Z
                 */
                requestedAt: string;
            } | null;
            quota: {
                at: string | null;
                /**
                 * @description Who set it; null for the default
                 * @example null
                 */
                by: string | null;
                /**
                 * @description Certificates per day
                 * @example 20000
                 */
                perDay: number;
            };
            secondFactor: {
                isOn: boolean;
                /** @description The newest request to remove it, unless that was done */
                reset: {
                    /**
                     * Format: date-time
                     * @description UTC
                     * @example 2026-03-01T09:30:00.000Z
                     */
                    effectiveAt: string;
                    objectedAt: string | null;
                } | null;
            };
            /**
             * @example active
             * @enum {string}
             */
            status: "pending" | "active" | "suspended";
            /** @example aurora-institute */
            username: string;
        };
        Learner: {
            certificate: {
                /** @example 7K3M-9QZX-2HVB-4TND */
                uniqueId: string;
            } | null;
            completedAt: string | null;
            /** @description Null once the learner has left the course */
            enrolledAt: string | null;
            lastActivity: string | null;
            /**
             * @description Percentage of the lessons that are done
             * @example 75
             */
            progress: number;
            user: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                email: string | null;
                /** @example Ada Lovelace */
                name: string;
            };
        };
        LedgerEntry: {
            /**
             * @description The change of the debt in dollars
             * @example 4200
             */
            amount: number;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            at: string;
            /**
             * @description The super admin
             * @example null
             */
            by: string | null;
            /** @enum {string} */
            kind: "limit" | "end" | "draw" | "refund" | "settlement";
            /**
             * @description Dollars
             * @example 5000
             */
            limit: number;
            /**
             * @description Dollars
             * @example 4200
             */
            owed: number;
            /** @example null */
            paymentId: string | null;
            /** @example null */
            statementId: string | null;
            /** @example 7K3M-9QZX-2HVB-4TND */
            title: string | null;
        };
        Lesson: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description Present while only its author and super admins see it
             * @constant
             */
            draft?: true;
            /**
             * @description As entered by the author
             * @example 15:30
             */
            duration: string;
            /** @example Clocks and order */
            title: string;
            /**
             * @example video
             * @enum {string}
             */
            type: "video" | "text" | "quiz";
            videoUrl: string | null;
        };
        LessonDetails: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            captions: components["schemas"]["Captions"][];
            /** @description Only for the author and super admins, while browsers cannot play the video. It is absent once the MP4 is complete */
            conversion?: components["schemas"]["VideoConversion"];
            /**
             * @description Present while only its author and super admins see it
             * @constant
             */
            draft?: true;
            /**
             * @description As entered by the author
             * @example 15:30
             */
            duration: string;
            files: components["schemas"]["LessonFile"][];
            text: string | null;
            /** @example Clocks and order */
            title: string;
            /**
             * @example video
             * @enum {string}
             */
            type: "video" | "text" | "quiz";
            videoUrl: string | null;
        };
        LessonError: {
            /**
             * @description A stable name of the error, for programs; /api/docs#errors explains each
             * @example invalid
             * @enum {string}
             */
            code: "invalid" | "unauthenticated" | "second_factor_required" | "second_factor_setup_required" | "challenge_ended" | "payment_declined" | "forbidden" | "scope_missing" | "address_not_allowed" | "account_deletion_pending" | "password_required" | "code_required" | "consent_required" | "not_found" | "method_not_allowed" | "conflict" | "duplicate" | "timeout" | "too_large" | "url_too_long" | "unsupported_media" | "misdirected" | "unprocessable" | "idempotency_interrupted" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "not_implemented" | "busy" | "storage_full";
            /** @description The message again */
            error: string;
            /** @description Messages by field */
            errors?: {
                [key: string]: string[];
            };
            message: string;
            /** @description With the code scope_missing: the scope that the call needs, null if it needs a login */
            scope?: string | null;
            /** @constant */
            success: false;
        };
        LessonFile: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /** @example Exercises.pdf */
            name: string;
            /**
             * @description Bytes
             * @example 240118
             */
            size: number;
            /**
             * @description A signed absolute URL, valid for six hours
             * @example https://certrace.example/lesson-files/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9?expires=1772357400&signature=Zk3v
             */
            url: string;
        };
        LessonProgress: {
            /**
             * @description What was watched of the file
             * @example 42
             */
            percent: number;
            /**
             * @description Where the learner stopped, in seconds of the file
             * @example 412.5
             */
            position: number;
            /** @enum {string} */
            state: "new" | "begun" | "done";
            /**
             * @description Seconds of the file that were watched at least once
             * @example 398
             */
            watched: number;
        };
        LibraryDesign: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /** @example Art Deco */
            name: string;
            /**
             * @description The pages on which it can begin
             * @example [
             *       "a4",
             *       "letter"
             *     ]
             */
            pages: ("a4" | "a4-portrait" | "letter" | "letter-portrait")[];
            /**
             * @description Where a picture of it is, as PNG
             * @example https://certs.example.org/admin/designs/library/deco/480.png
             */
            picture: string;
        };
        ListedPayment: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description Dollars
             * @example 4200
             */
            amount: number;
            /** @description Null if the card is entered at the gateway */
            card: {
                /** @example Visa */
                brand: string;
                /** @example 4242 */
                last4: string;
            } | null;
            /**
             * @description The course, unless it is deleted
             * @example null
             */
            courseId: string | null;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @constant */
            currency: "USD";
            /** @enum {string} */
            for: "verification" | "course";
            /** @example sandbox */
            gateway: string;
            payer: {
                /** @example mara@osei.example */
                email: string | null;
                /** @example Mara Osei */
                name: string;
            };
            receiptProofUrl: string | null;
            receiptUrl: string | null;
            /**
             * @description created and pending payments are open, others are settled
             * @example paid
             * @enum {string}
             */
            state: "created" | "pending" | "paid" | "failed" | "expired" | "refunded" | "disputed";
        };
        LoginError: {
            /**
             * @description For users/login/second-factor, valid for ten minutes
             * @example g3Qy…
             */
            challenge?: string;
            /**
             * @description A stable name of the error, for programs; /api/docs#errors explains each
             * @example invalid
             * @enum {string}
             */
            code: "invalid" | "unauthenticated" | "second_factor_required" | "second_factor_setup_required" | "challenge_ended" | "payment_declined" | "forbidden" | "scope_missing" | "address_not_allowed" | "account_deletion_pending" | "password_required" | "code_required" | "consent_required" | "not_found" | "method_not_allowed" | "conflict" | "duplicate" | "timeout" | "too_large" | "url_too_long" | "unsupported_media" | "misdirected" | "unprocessable" | "idempotency_interrupted" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "not_implemented" | "busy" | "storage_full";
            /** @description Messages by field */
            errors?: {
                [key: string]: string[];
            };
            /** @example Login failed. */
            message: string;
            /** @description A passkey works in a browser only; a program sends a code */
            methods?: ("totp" | "passkey" | "recovery_code")[];
            /** @description With the code scope_missing: the scope that the call needs, null if it needs a login */
            scope?: string | null;
            /** @constant */
            success: false;
        };
        MailLane: {
            /** @example 3 */
            due: number;
            /** @enum {string} */
            lane: "security" | "single" | "batch";
            /** @example 1 */
            later: number;
            /** @description Since when the oldest message has been due */
            oldest: string | null;
        };
        Member: {
            /** @example 01a1f830-1c68-773e-87eb-df1831d44d59 */
            _id: string;
            email: string | null;
            /** @description The name of the member who invited this one */
            invitedBy: string | null;
            /** @description Whether this member was asked to take the ownership over */
            isOffered: boolean;
            name: string;
            /**
             * @example issuer
             * @enum {string}
             */
            role: "owner" | "issuer" | "author" | "viewer";
            /**
             * Format: date-time
             * @example 2026-11-20T09:03:39.000Z
             */
            since: string;
        };
        MemberToken: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /** @description Ranges that may use it; null for all */
            addresses: string[] | null;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @description Null if it never expires */
            expiresAt: string | null;
            /**
             * @description The address of its last use
             * @example 192.0.2.7
             */
            lastAddress: string;
            /**
             * Format: date-time
             * @description UTC, exact to five minutes
             * @example 2026-03-01T09:30:00.000Z
             */
            lastUsedAt: string;
            member: {
                /** @example 01a1f830-1c68-773e-87eb-df1831d44d59 */
                _id: string;
                name: string;
            };
            /** @example Campus system */
            name: string;
            /** @description Null for a token from before scopes existed: all that the role may do */
            scopes: ("certificates:issue" | "certificates:read" | "certificates:revoke" | "batches:write" | "designs:write" | "verifications:pay" | "verifications:read" | "payments:read" | "courses:read" | "courses:write" | "webhooks:write" | "audit:read")[] | null;
        };
        Message: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /** @example Where do I find the receipt of last month? */
            body: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: email
             * @example mara@osei.example
             */
            email: string;
            /** @description Who handled it and when; null while it is open */
            handled: {
                /**
                 * Format: date-time
                 * @description UTC
                 * @example 2026-03-01T09:30:00.000Z
                 */
                at: string;
                /** @example office */
                by: string | null;
            } | null;
            /** @example Mara Osei */
            name: string;
            /** @example A question about receipts */
            subject: string;
            /** @enum {string} */
            topic: "contact" | "support";
        };
        Module: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description Present while only its author and super admins see it
             * @constant
             */
            draft?: true;
            /** @example 1 */
            lessonCount: number;
            lessons: components["schemas"]["Lesson"][];
            /** @example Module 1: Time */
            title: string;
        };
        NewWebhook: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            active: boolean;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @description Null after a success */
            failingSince: string | null;
            /**
             * @description Checks signatures (Standard Webhooks). It is shown once, and not when the call is repeated with its Idempotency-Key
             * @example whsec_…
             */
            secret?: string;
            /** @description Null while it is on; failures after five days of them */
            switchedOffBy: ("owner" | "failures") | null;
            types: ("certificate.issued" | "certificate.revoked" | "certificate.replaced" | "certificate.expiring" | "certificate.verified" | "batch.done" | "payment.paid" | "payment.refunded" | "course.enrolled" | "course.completed")[];
            /**
             * Format: uri
             * @description Where events are sent
             * @example https://example.org/hooks
             */
            url: string;
        };
        Organisation: {
            /** @example 01a1f830-1c68-773e-87eb-df1831d44d59 */
            _id: string;
            /** @description Whether this login or token acts for it */
            isActing: boolean;
            /** @description Whether the account was asked to take the ownership over */
            isOffered: boolean;
            name: string;
            /**
             * @example issuer
             * @enum {string}
             */
            role: "owner" | "issuer" | "author" | "viewer";
            /**
             * Format: date-time
             * @example 2026-11-20T09:03:39.000Z
             */
            since: string;
            username: string;
        };
        OwnVerification: components["schemas"]["PaidVerification"] | components["schemas"]["UnpaidVerification"];
        PaidVerification: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description Dollars; null while unpaid
             * @example 4200
             */
            amount: number | null;
            /** @example Distributed Systems */
            courseName: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.json?expires=1772357400&signature=Zk3v
             */
            credentialUrl: string;
            /** @example USD */
            currency: "USD" | null;
            /** @description ID of the issuer's design; null for the built-in one */
            designId: string | null;
            /** @example 2028-02-28 */
            expiryDate: string | null;
            /**
             * @description Values of the issuer's own fields that the reader may see, by key
             * @example {
             *       "hours": {
             *         "name": "Hours",
             *         "value": 12.5
             *       }
             *     }
             */
            fields: {
                [key: string]: {
                    /** @example Hours */
                    name: string;
                    value: string | number | boolean;
                };
            };
            /**
             * @description Path of the PNG
             * @example /certificates/7K3M-9QZX-2HVB-4TND.png
             */
            imageLink: string;
            /**
             * Format: date
             * @description A calendar date
             * @example 2026-02-28
             */
            issueDate: string;
            issuedBy: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                /** @example Aurora Institute */
                name: string;
                /** @example aurora-institute */
                username: string;
            };
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            lookedUpAt: string;
            /**
             * @description Why a scheduled one was not issued when its time came
             * @example null
             */
            notIssued: string | null;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.pdf?expires=1772357400&signature=Zk3v
             */
            pdfUrl: string;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.png?expires=1772357400&signature=Zk3v
             */
            pngUrl: string;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.tlog-proof?expires=1772357400&signature=Zk3v
             */
            proofUrl: string;
            /**
             * Format: uri
             * @description The proof that the receipt is in the log; requires the payer’s token
             * @example https://certrace.example/verify/receipts/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9/receipt.tlog-proof
             */
            receiptProofUrl: string;
            /**
             * Format: uri
             * @description The signed receipt; requires the payer’s token
             * @example https://certrace.example/verify/receipts/01a1fd90-efbd-76a7-86eb-f5382c5ddfb9/receipt.json
             */
            receiptUrl: string;
            /**
             * @description ID of the certificate that renews this one, which stays valid
             * @example null
             */
            renewedBy: string | null;
            /**
             * @description ID of the certificate that this one renews
             * @example null
             */
            renews: string | null;
            /**
             * @description ID of the corrected certificate; a replaced certificate is revoked
             * @example null
             */
            replacedBy: string | null;
            /**
             * @description ID of the certificate that this one corrects
             * @example null
             */
            replaces: string | null;
            /**
             * @description Null unless the status is revoked
             * @example null
             */
            revocation: {
                /** @example Issued to the wrong person */
                reason: string;
                /**
                 * Format: date-time
                 * @description UTC
                 * @example 2026-03-01T09:30:00.000Z
                 */
                revokedAt: string;
            } | null;
            /**
             * @description When it is issued, UTC. Null unless the status is scheduled
             * @example null
             */
            scheduledFor: string | null;
            /**
             * @description Not yet valid while its issue date has begun nowhere on earth; erased when name and address of its holder are gone; scheduled while it waits to be issued, so that only its issuer finds it and its files answer 404
             * @enum {string}
             */
            status: "valid" | "not-yet-valid" | "expired" | "revoked" | "erased" | "scheduled";
            /**
             * @description Empty once the holder was erased
             * @example ingrid@students.example
             */
            studentEmail: string | "";
            /** @example Ingrid Sørensen */
            studentName: string;
            /** @example 7K3M-9QZX-2HVB-4TND */
            uniqueId: string;
            /**
             * @description Whether this verification is paid
             * @example true
             */
            verified: boolean;
            /** @description UTC; null while unpaid */
            verifiedAt: string | null;
            verifiedBy: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                /** @example mara@osei.example */
                email: string | null;
                /** @example Mara Osei */
                name: string;
            };
        };
        Payment: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description Dollars
             * @example 4200
             */
            amount: number;
            /** @description Null if the card is entered at the gateway */
            card: {
                /** @example Visa */
                brand: string;
                /** @example 4242 */
                last4: string;
            } | null;
            /**
             * @description The course, unless it is deleted
             * @example null
             */
            courseId: string | null;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @constant */
            currency: "USD";
            /** @enum {string} */
            for: "verification" | "course";
            /** @example sandbox */
            gateway: string;
            receiptProofUrl: string | null;
            receiptUrl: string | null;
            /**
             * @description created and pending payments are open, others are settled
             * @example paid
             * @enum {string}
             */
            state: "created" | "pending" | "paid" | "failed" | "expired" | "refunded" | "disputed";
        };
        PaymentDetails: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description Dollars
             * @example 4200
             */
            amount: number;
            /** @description Null if the card is entered at the gateway */
            card: {
                /** @example Visa */
                brand: string;
                /** @example 4242 */
                last4: string;
            } | null;
            /**
             * @description The course, unless it is deleted
             * @example null
             */
            courseId: string | null;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            creditNotes: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                /** @example C-000007 */
                number: string;
            }[];
            /** @constant */
            currency: "USD";
            /** @enum {string} */
            for: "verification" | "course";
            /** @example sandbox */
            gateway: string;
            /**
             * @description ID at the gateway
             * @example null
             */
            gatewayReference: string | null;
            history: {
                /**
                 * Format: date-time
                 * @description UTC
                 * @example 2026-03-01T09:30:00.000Z
                 */
                at: string;
                /** @example null */
                detail: string | null;
                /**
                 * @example paid
                 * @enum {string}
                 */
                state: "created" | "pending" | "paid" | "failed" | "expired" | "refunded" | "disputed";
            }[];
            payer: {
                /** @example mara@osei.example */
                email: string | null;
                /** @example Mara Osei */
                name: string;
            };
            receiptProofUrl: string | null;
            receiptUrl: string | null;
            refund: {
                /**
                 * @description The super admin; null for the site
                 * @example office
                 */
                by: string | null;
                /** @description When the gateway confirmed it */
                completedAt: string | null;
                /** @example Paid by mistake */
                reason: string;
            } | null;
            /**
             * @description created and pending payments are open, others are settled
             * @example paid
             * @enum {string}
             */
            state: "created" | "pending" | "paid" | "failed" | "expired" | "refunded" | "disputed";
            /**
             * @description What was bought
             * @example Distributed Systems
             */
            title: string;
        };
        Problem: {
            /**
             * @description A stable name of the error, for programs; /api/docs#errors explains each
             * @example invalid
             * @enum {string}
             */
            code: "invalid" | "unauthenticated" | "second_factor_required" | "second_factor_setup_required" | "challenge_ended" | "payment_declined" | "forbidden" | "scope_missing" | "address_not_allowed" | "account_deletion_pending" | "password_required" | "code_required" | "consent_required" | "not_found" | "method_not_allowed" | "conflict" | "duplicate" | "timeout" | "too_large" | "url_too_long" | "unsupported_media" | "misdirected" | "unprocessable" | "idempotency_interrupted" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "not_implemented" | "busy" | "storage_full";
            /** @description The message */
            detail: string;
            /** @description Messages by field */
            errors?: {
                [key: string]: string[];
            };
            /** @example 400 */
            status: number;
            /** @description What the code means */
            title: string;
            /**
             * Format: uri
             * @example https://certrace.example/api/docs#error-invalid
             */
            type: string;
        } & {
            [key: string]: unknown;
        };
        QuizAttempt: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * Format: date-time
             * @description When the time is up; null without a time limit
             */
            deadline: string | null;
            questions: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                options: {
                    /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                    _id: string;
                    /** @example A Lamport clock */
                    text: string;
                }[];
                /** @example 1 */
                points: number;
                /** @example Which clock orders events without a common time? */
                text: string;
                /**
                 * @example single
                 * @enum {string}
                 */
                type: "single" | "multiple" | "boolean" | "number" | "text";
                /** @description What was stored for this question */
                value?: string | string[] | boolean | number;
            }[];
        };
        QuizResult: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            passed: boolean;
            /**
             * @description Points of all questions
             * @example 5
             */
            points: number;
            questions: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                /** @description The accepted texts */
                accepted?: string[];
                /** @description The correct answer */
                answer?: boolean | number;
                correct: boolean;
                /** @example It needs no common time. */
                explanation?: string | null;
                options: {
                    /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                    _id: string;
                    correct?: boolean;
                    /** @example A Lamport clock */
                    text: string;
                }[];
                /** @example 1 */
                points: number;
                /** @example 1 */
                score: number;
                /** @example Which clock orders events without a common time? */
                text: string;
                tolerance?: number;
                /**
                 * @example single
                 * @enum {string}
                 */
                type: "single" | "multiple" | "boolean" | "number" | "text";
                /** @description The answer; null without one */
                value: (string | string[] | boolean | number) | null;
            }[];
            /**
             * @description Points reached
             * @example 4
             */
            score: number;
        };
        Receipt: {
            /**
             * @description Dollars
             * @example 4200
             */
            amount: number;
            buyer: {
                /** @example Osei Consulting */
                company: string | null;
                /** @example mara@osei.example */
                email: string | null;
                /** @example Mara Osei */
                name: string;
                /** @example null */
                taxId: string | null;
            };
            /** @description Null if the card is entered at the gateway */
            card: {
                /** @example Visa */
                brand: string;
                /** @example 4242 */
                last4: string;
            } | null;
            /** @constant */
            currency: "USD";
            /** @example sandbox */
            gateway: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            issuedAt: string;
            lines: {
                /** @example Certificate */
                label: string;
                /** @example 7K3M-9QZX-2HVB-4TND */
                value: string;
            }[];
            /** @example R-000042 */
            number: string;
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            paymentId: string;
            /** @description Null if the details were not set when it was issued */
            seller: {
                /** @example 1 Quay, Bristol */
                address: string | null;
                /** @example Certrace Ltd */
                name: string;
                /** @example GB123456789 */
                taxId: string | null;
            } | null;
            /** @description The included tax */
            tax: {
                /**
                 * @description Dollars
                 * @example 670.59
                 */
                amount: number;
                /** @example 19 */
                percent: number;
            } | null;
        };
        Reminders: {
            /**
             * @description Where replies to mails about certificates go
             * @example office@aurora.example
             */
            replyTo: string | null;
            /** @description Whether students get reminders */
            students: boolean;
            /** @description Whether the issuer gets summaries */
            summary: boolean;
        };
        Seller: {
            /** @example 1 Quay, Bristol */
            address: string | null;
            /** @example Certrace Ltd */
            name: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            setAt: string;
            /** @example office */
            setBy: string;
            /** @example GB123456789 */
            taxId: string | null;
            /**
             * @description Percent
             * @example 19
             */
            taxRate: number | null;
        };
        Session: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /** @example 192.0.2.7 */
            address: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @description Whether it made this call */
            current: boolean;
            /**
             * @description bearer: a login with users/login
             * @enum {string}
             */
            kind: "browser" | "bearer";
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            lastUsedAt: string;
            /** @example curl/8.5.0 */
            userAgent: string | null;
        };
        SiteStatus: {
            alerts: {
                /** @example 2 % are free */
                message: string;
                /**
                 * Format: date-time
                 * @description UTC
                 * @example 2026-03-01T09:30:00.000Z
                 */
                raisedAt: string;
                /** @example A disk is nearly full */
                title: string;
                /** @example disk */
                topic: string;
            }[];
            backups: {
                /** @example 86400 */
                everySeconds: number | null;
                lastAt: string | null;
            };
            batches: {
                /** @example 0 */
                rowsWaiting: number;
                /**
                 * @description Batches by state
                 * @example {
                 *       "done": 3
                 *     }
                 */
                states: {
                    [key: string]: number;
                };
            };
            database: {
                /** @example 1048576 */
                bytes: number;
                /** @example 4096 */
                walBytes: number;
            };
            disks: {
                /** @example 2000000000 */
                bytes: number;
                /** @enum {string} */
                folder: "database" | "uploads" | "keys" | "backups";
                /** @example 1000000000 */
                freeBytes: number;
            }[];
            /** @description Null before the first entry */
            log: {
                checkpointAt: string | null;
                /** @example certrace.example/log */
                origin: string;
                /**
                 * @description Why issuing is stopped
                 * @example null
                 */
                problem: string | null;
                /** @example 1000 */
                size: number;
                witnesses: {
                    /** @example witness.example */
                    name: string;
                    /**
                     * @description Entries that it has cosigned
                     * @example 1000
                     */
                    size: number;
                }[];
            } | null;
            mail: {
                /** @enum {string} */
                delivery: "smtp" | "mailbox" | "off";
                lanes: {
                    /** @example 0 */
                    failed: number;
                    /** @enum {string} */
                    lane: "security" | "single" | "batch";
                    /** @description Since when the oldest message has been due */
                    oldest: string | null;
                    /** @example 1 */
                    retrying: number;
                    /** @example 200 */
                    sent: number;
                    /** @example 3 */
                    waiting: number;
                }[];
            };
            /** @example 0 */
            refundsWaiting: number;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            startedAt: string;
            /**
             * @description Super admins without a second factor
             * @example 0
             */
            superAdminsWithout: number;
            versions: {
                /** @example 24.21.0 */
                node: string;
                /** @example 0.3.0 */
                program: string;
                /** @example 0008 */
                schema: string;
            };
        };
        SkippedError: {
            /**
             * @description A stable name of the error, for programs; /api/docs#errors explains each
             * @example invalid
             * @enum {string}
             */
            code: "invalid" | "unauthenticated" | "second_factor_required" | "second_factor_setup_required" | "challenge_ended" | "payment_declined" | "forbidden" | "scope_missing" | "address_not_allowed" | "account_deletion_pending" | "password_required" | "code_required" | "consent_required" | "not_found" | "method_not_allowed" | "conflict" | "duplicate" | "timeout" | "too_large" | "url_too_long" | "unsupported_media" | "misdirected" | "unprocessable" | "idempotency_interrupted" | "idempotency_mismatch" | "rate_limited" | "headers_too_large" | "internal" | "not_implemented" | "busy" | "storage_full";
            /** @description Messages by field */
            errors?: {
                [key: string]: string[];
            };
            message: string;
            /** @description With the code scope_missing: the scope that the call needs, null if it needs a login */
            scope?: string | null;
            /** @description The certificates to which nothing was done */
            skipped?: {
                /**
                 * @description Why nothing was done
                 * @example 7K3M-9QZX-2HVB-4TND is already revoked.
                 */
                reason: string;
                /** @example 7K3M-9QZX-2HVB-4TND */
                uniqueId: string;
            }[];
            /** @constant */
            success: false;
        };
        Statement: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            issuedAt: string;
            /**
             * @description In UTC
             * @example 2026-10
             */
            month: string;
            /** @example S-000003 */
            number: string;
            /** @description When it was marked as paid */
            settledAt: string | null;
            /**
             * @description Dollars
             * @example 4200
             */
            total: number;
        };
        StatementEntry: {
            /**
             * @description Dollars
             * @example 4200
             */
            amount: number;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            at: string;
            /**
             * @description Number of the receipt or credit note
             * @example R-000042
             */
            document: string | null;
            /** @enum {string} */
            kind: "draw" | "refund";
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            paymentId: string | null;
            /**
             * @description Dollars
             * @example 670.59
             */
            tax: number;
            /** @example 7K3M-9QZX-2HVB-4TND */
            title: string | null;
        };
        Token: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /** @description Ranges that may use it; null for all */
            addresses: string[] | null;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @description Null if it never expires */
            expiresAt: string | null;
            /**
             * @description The address of its last use
             * @example 192.0.2.7
             */
            lastAddress: string;
            /**
             * Format: date-time
             * @description UTC, exact to five minutes
             * @example 2026-03-01T09:30:00.000Z
             */
            lastUsedAt: string;
            /** @example Campus system */
            name: string;
            /** @description Null for a token from before scopes existed: all that the role may do */
            scopes: ("certificates:issue" | "certificates:read" | "certificates:revoke" | "batches:write" | "designs:write" | "verifications:pay" | "verifications:read" | "payments:read" | "courses:read" | "courses:write" | "webhooks:write" | "audit:read")[] | null;
        };
        TroubledMail: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * Format: date-time
             * @description When it was sent, given up or written, or is tried again
             * @example 2026-03-01T09:30:00.000Z
             */
            at: string;
            /** @example 2 */
            attempts: number;
            /** @enum {string} */
            lane: "security" | "single" | "batch";
            /**
             * @description The mail server’s reply
             * @example 450 Mailbox busy
             */
            reason: string | null;
            /**
             * @example retrying
             * @enum {string}
             */
            status: "waiting" | "mailbox" | "sent" | "retrying" | "failed";
            /** @example Your certificate */
            subject: string;
            /** @example ingrid@students.example */
            to: string;
            /** @description The certificate that it is about */
            uniqueId: string | null;
        };
        UnpaidVerification: {
            /**
             * @description Dollars; null while unpaid
             * @example 4200
             */
            amount: number | null;
            /** @example Distributed Systems */
            courseName: string;
            /** @example USD */
            currency: "USD" | null;
            /**
             * Format: date
             * @description A calendar date
             * @example 2026-02-28
             */
            issueDate: string;
            issuedBy: {
                /** @example Aurora Institute */
                name: string;
            };
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            lookedUpAt: string;
            /**
             * @description Whether the caller has paid for it
             * @example false
             */
            paid: boolean;
            receiptProofUrl: null;
            receiptUrl: null;
            /**
             * @description ID of the renewal of an expired certificate
             * @example null
             */
            renewedBy: string | null;
            /**
             * @description ID of the corrected certificate; a replaced certificate is revoked
             * @example null
             */
            replacedBy: string | null;
            /**
             * @description Null unless the status is revoked
             * @example null
             */
            revocation: {
                /** @example Issued to the wrong person */
                reason: string;
                /**
                 * Format: date-time
                 * @description UTC
                 * @example 2026-03-01T09:30:00.000Z
                 */
                revokedAt: string;
            } | null;
            /**
             * @description The page on which the holder shares it
             * @example null
             */
            shareUrl: string | null;
            /**
             * @description Not yet valid while its issue date has begun nowhere on earth; erased when name and address of its holder are gone
             * @enum {string}
             */
            status: "valid" | "not-yet-valid" | "expired" | "revoked" | "erased";
            /** @example 7K3M-9QZX-2HVB-4TND */
            uniqueId: string;
            /**
             * @description Whether this verification is paid
             * @example true
             */
            verified: boolean;
            /** @description UTC; null while unpaid */
            verifiedAt: string | null;
            verifiedBy: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                /** @example mara@osei.example */
                email: string | null;
                /** @example Mara Osei */
                name: string;
            };
        };
        User: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * @description Null for super admins
             * @example mara@osei.example
             */
            email: string | null;
            /** @example Mara Osei */
            name: string;
            /**
             * @example individual
             * @enum {string}
             */
            role: "admin" | "corporate" | "individual" | "superadmin";
            /** @enum {string} */
            status: "active" | "pending" | "suspended";
            /** @example mara-osei */
            username: string;
        };
        VerifiedCertificate: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description Dollars; null while unpaid
             * @example 4200
             */
            amount: number | null;
            /** @example Distributed Systems */
            courseName: string;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.json?expires=1772357400&signature=Zk3v
             */
            credentialUrl: string;
            /** @example USD */
            currency: "USD" | null;
            /** @description ID of the issuer's design; null for the built-in one */
            designId: string | null;
            /** @example 2028-02-28 */
            expiryDate: string | null;
            /**
             * @description Values of the issuer's own fields that the reader may see, by key
             * @example {
             *       "hours": {
             *         "name": "Hours",
             *         "value": 12.5
             *       }
             *     }
             */
            fields: {
                [key: string]: {
                    /** @example Hours */
                    name: string;
                    value: string | number | boolean;
                };
            };
            /**
             * @description Path of the PNG
             * @example /certificates/7K3M-9QZX-2HVB-4TND.png
             */
            imageLink: string;
            /**
             * Format: date
             * @description A calendar date
             * @example 2026-02-28
             */
            issueDate: string;
            issuedBy: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                /** @example Aurora Institute */
                name: string;
                /** @example aurora-institute */
                username: string;
            };
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            lookedUpAt: string;
            /**
             * @description Why a scheduled one was not issued when its time came
             * @example null
             */
            notIssued: string | null;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.pdf?expires=1772357400&signature=Zk3v
             */
            pdfUrl: string;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.png?expires=1772357400&signature=Zk3v
             */
            pngUrl: string;
            /**
             * Format: uri
             * @description Opens the file without a token, for ten minutes
             * @example https://certrace.example/certificates/7K3M-9QZX-2HVB-4TND.tlog-proof?expires=1772357400&signature=Zk3v
             */
            proofUrl: string;
            /**
             * @description ID of the certificate that renews this one, which stays valid
             * @example null
             */
            renewedBy: string | null;
            /**
             * @description ID of the certificate that this one renews
             * @example null
             */
            renews: string | null;
            /**
             * @description ID of the corrected certificate; a replaced certificate is revoked
             * @example null
             */
            replacedBy: string | null;
            /**
             * @description ID of the certificate that this one corrects
             * @example null
             */
            replaces: string | null;
            /**
             * @description Null unless the status is revoked
             * @example null
             */
            revocation: {
                /** @example Issued to the wrong person */
                reason: string;
                /**
                 * Format: date-time
                 * @description UTC
                 * @example 2026-03-01T09:30:00.000Z
                 */
                revokedAt: string;
            } | null;
            /**
             * @description When it is issued, UTC. Null unless the status is scheduled
             * @example null
             */
            scheduledFor: string | null;
            /**
             * @description Not yet valid while its issue date has begun nowhere on earth; erased when name and address of its holder are gone; scheduled while it waits to be issued, so that only its issuer finds it and its files answer 404
             * @enum {string}
             */
            status: "valid" | "not-yet-valid" | "expired" | "revoked" | "erased" | "scheduled";
            /**
             * @description Empty once the holder was erased
             * @example ingrid@students.example
             */
            studentEmail: string | "";
            /** @example Ingrid Sørensen */
            studentName: string;
            /** @example 7K3M-9QZX-2HVB-4TND */
            uniqueId: string;
            /**
             * @description Whether this verification is paid
             * @example true
             */
            verified: boolean;
            /** @description UTC; null while unpaid */
            verifiedAt: string | null;
            verifiedBy: {
                /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                _id: string;
                /** @example mara@osei.example */
                email: string | null;
                /** @example Mara Osei */
                name: string;
            };
        };
        VideoConversion: {
            /**
             * @description How much of the MP4 is complete
             * @example 40
             */
            percent: number;
            reason: string | null;
            /**
             * @description `unavailable`: ffmpeg is not installed
             * @example running
             * @enum {string}
             */
            state: "unavailable" | "waiting" | "running" | "failed";
        };
        WaitingForConsent: {
            /** @constant */
            consent: "pending";
            /** @example Waiting for the holder’s consent */
            message: string;
            /**
             * @description Not yet valid while its issue date has begun nowhere on earth; erased when name and address of its holder are gone
             * @enum {string}
             */
            status: "valid" | "not-yet-valid" | "expired" | "revoked" | "erased";
            /** @constant */
            success: true;
        };
        Webhook: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            active: boolean;
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            createdAt: string;
            /** @description Null after a success */
            failingSince: string | null;
            /** @description Null while it is on; failures after five days of them */
            switchedOffBy: ("owner" | "failures") | null;
            types: ("certificate.issued" | "certificate.revoked" | "certificate.replaced" | "certificate.expiring" | "certificate.verified" | "batch.done" | "payment.paid" | "payment.refunded" | "course.enrolled" | "course.completed")[];
            /**
             * Format: uri
             * @description Where events are sent
             * @example https://example.org/hooks
             */
            url: string;
        };
        WholeDesign: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            /**
             * @description The background of own artwork
             * @example null
             */
            background: {
                _id: string;
                /** @enum {string} */
                page: "a4" | "a4-portrait" | "letter" | "letter-portrait";
            } | null;
            /**
             * @description The boxes of own artwork, as they are sent
             * @example []
             */
            boxes: {
                [key: string]: unknown;
            }[];
            /** @description Courses with this default */
            defaultCourses: string[];
            /**
             * @description Whether it has changes that are not published
             * @example false
             */
            draft: boolean;
            /**
             * @description How long its certificates are valid by default
             * @example P2Y
             */
            expiresAfter: string | null;
            /**
             * @description The faces that its author made, as they are sent
             * @example []
             */
            faces: {
                background: string | null;
                boxes: {
                    [key: string]: unknown;
                }[];
                /** @enum {string} */
                kind: "card" | "wide" | "square";
            }[];
            /**
             * @description Its fields, as they are sent to change it
             * @example {
             *       "base": "heritage",
             *       "typeface": "classic",
             *       "primary": "#1b2350"
             *     }
             */
            fields: {
                [key: string]: string;
            };
            /**
             * @description Whether it is the issuer's default
             * @example true
             */
            isDefault: boolean;
            /**
             * @description Whether it can no longer be chosen
             * @example false
             */
            isRetired: boolean;
            /** @example Graduation */
            name: string;
            /**
             * @description The page of own artwork
             * @example a4
             */
            page: ("a4" | "a4-portrait" | "letter" | "letter-portrait") | null;
            /**
             * @description What keeps a draft from being published, by the place of the box on the page or the face
             * @example []
             */
            problems: {
                box: number | null;
                /** @enum {string} */
                face?: "card" | "wide" | "square";
                message: string;
            }[];
            /**
             * @description Number of the newest version. 0 for a design that was never published
             * @example 3
             */
            version: number;
        };
        WholeStatement: {
            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
            _id: string;
            buyer: {
                /** @example Osei Consulting */
                company: string | null;
                /** @example mara@osei.example */
                email: string | null;
                /** @example Mara Osei */
                name: string;
                /** @example null */
                taxId: string | null;
            };
            /** @constant */
            currency: "USD";
            /**
             * Format: date-time
             * @description UTC
             * @example 2026-03-01T09:30:00.000Z
             */
            issuedAt: string;
            /**
             * @description In UTC
             * @example 2026-10
             */
            month: string;
            /** @example S-000003 */
            number: string;
            /** @description Null if the details were not set when it was issued */
            seller: {
                /** @example 1 Quay, Bristol */
                address: string | null;
                /** @example Certrace Ltd */
                name: string;
                /** @example GB123456789 */
                taxId: string | null;
            } | null;
            /** @description When it was marked as paid */
            settledAt: string | null;
            /**
             * @description Dollars
             * @example 670.59
             */
            tax: number;
            /**
             * @description Dollars
             * @example 4200
             */
            total: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "get-accounts": {
        parameters: {
            query?: {
                cursor?: string;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["Account"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-accounts-userId-second-factor-reset": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The phone was stolen, the identity card was checked",
                 *       "code": "492039"
                 *     }
                 */
                "application/json": {
                    /** @description Of the super admin's own second factor, unless it was given in the last 10 minutes */
                    code?: string;
                    /** @description The owner of the account reads it */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example The second factor of Mara Osei goes in 24 hours, unless its owner objects.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-accounts-userId-sessions": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "lantern-orchard-71"
                 *     }
                 */
                "application/json": {
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example 2 sessions and tokens of Mara Osei ended.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-admin-course": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Distributed Systems",
                 *       "description": "Clocks, consensus and failure.",
                 *       "category": "Backend",
                 *       "price": "49"
                 *     }
                 */
                "multipart/form-data": {
                    /** @description One line of text */
                    category?: string;
                    /** @description Text of several lines */
                    description: string;
                    /** @enum {string} */
                    draft?: "on" | "true" | "false";
                    /** @enum {string} */
                    firstLessonFree?: "on" | "true" | "false";
                    price?: string | number;
                    /**
                     * Format: binary
                     * @description PNG, JPEG, WebP, GIF or AVIF, at most 10 MB
                     */
                    thumbnail: string;
                    /** @description One line of text */
                    title: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-admin-course-courseId-module-moduleId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                courseId: string;
                /** @description The _id of the module */
                moduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Module and all its lessons deleted successfully!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "patch-admin-course-courseId-module-moduleId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                courseId: string;
                /** @description The _id of the module */
                moduleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Module 1: Time"
                 *     }
                 */
                "application/json": {
                    draft?: boolean;
                    /**
                     * @description From 1; after the last one, at the end
                     * @example 1
                     */
                    position?: number;
                    /** @description One line of text */
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The module was renamed.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-admin-course-id": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Distributed Systems",
                 *       "description": "Clocks, consensus and failure.",
                 *       "price": "59"
                 *     }
                 */
                "multipart/form-data": {
                    /** @description One line of text */
                    category?: string;
                    /** @description Text of several lines */
                    description: string;
                    /** @enum {string} */
                    firstLessonFree?: "on" | "true" | "false";
                    price?: string | number;
                    /**
                     * Format: binary
                     * @description PNG, JPEG, WebP, GIF or AVIF, at most 10 MB; the present one stays without it
                     */
                    thumbnail?: string;
                    /** @description One line of text */
                    title: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-admin-course-id": {
        parameters: {
            query?: {
                reason?: string;
            };
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "reason": "The course is out of date",
                 *       "buyers": "refund"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    buyers?: "keep" | "refund";
                    /** @description One line of text */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Course deleted successfully!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-admin-course-id-duplicate": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-admin-course-id-publication": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Course published successfully!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-admin-course-id-unpublication": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "The videos of the second module belong to another school"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    buyers?: "keep" | "refund";
                    /** @description One line of text */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Course unpublished.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-admin-course-id-unpublication": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Course published again.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-admin-course-addModules-courseId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                courseId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "title": "Module 1: Time"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    title?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Module"];
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-admin-course-module-moduleId-lesson-lessonId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the lesson */
                lessonId: string;
                /** @description The _id of the module */
                moduleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Reading list",
                 *       "duration": "10 minutes",
                 *       "text": "# Reading list"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    duration: string;
                    /** @description Text of several lines */
                    text: string;
                    /** @description One line of text */
                    title: string;
                } | {
                    /** @description One line of text */
                    duration: string;
                    quiz: {
                        attempts?: number | null;
                        passMark: number;
                        questions: ({
                            /** @description Text of several lines */
                            explanation?: string;
                            options: {
                                /** @default false */
                                correct?: boolean;
                                /** @description One line of text */
                                text: string;
                            }[];
                            /** @default 1 */
                            points?: number;
                            /** @description Text of several lines */
                            text: string;
                            /** @constant */
                            type: "single";
                        } | {
                            /** @description Text of several lines */
                            explanation?: string;
                            options: {
                                /** @default false */
                                correct?: boolean;
                                /** @description One line of text */
                                text: string;
                            }[];
                            /** @default 1 */
                            points?: number;
                            /** @description Text of several lines */
                            text: string;
                            /** @constant */
                            type: "multiple";
                        } | {
                            answer: boolean;
                            /** @description Text of several lines */
                            explanation?: string;
                            /** @default 1 */
                            points?: number;
                            /** @description Text of several lines */
                            text: string;
                            /** @constant */
                            type: "boolean";
                        } | {
                            answer: number;
                            /** @description Text of several lines */
                            explanation?: string;
                            /** @default 1 */
                            points?: number;
                            /** @description Text of several lines */
                            text: string;
                            /** @default 0 */
                            tolerance?: number;
                            /** @constant */
                            type: "number";
                        } | {
                            accepted: string[];
                            /** @description Text of several lines */
                            explanation?: string;
                            /** @default false */
                            ignoreAccents?: boolean;
                            /** @default false */
                            ignoreCase?: boolean;
                            /** @default 1 */
                            points?: number;
                            /** @description Text of several lines */
                            text: string;
                            /** @constant */
                            type: "text";
                        })[];
                        /** @default false */
                        shuffle?: boolean;
                        timeLimit?: number | null;
                    };
                    /** @description One line of text */
                    title: string;
                };
                /**
                 * @example {
                 *       "title": "Clocks and order",
                 *       "duration": "16:10"
                 *     }
                 */
                "multipart/form-data": {
                    /** @description One line of text */
                    duration: string;
                    /** @description One line of text */
                    title: string;
                    /**
                     * Format: binary
                     * @description MP4, MOV, AVI, WebM or sound, and with ffmpeg MKV, WMV and MPEG; at most 500 MB; the present one stays without it
                     */
                    videoFile?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Lesson updated successfully!";
                        /**
                         * @description A warning if some browsers cannot play the video
                         * @example null
                         */
                        notice: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal",
                     *       "error": "Something went wrong."
                     *     }
                     */
                    "application/json": components["schemas"]["LessonError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-admin-course-module-moduleId-lesson-lessonId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the lesson */
                lessonId: string;
                /** @description The _id of the module */
                moduleId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Lesson deleted successfully!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal",
                     *       "error": "Something went wrong."
                     *     }
                     */
                    "application/json": components["schemas"]["LessonError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "patch-admin-course-module-moduleId-lesson-lessonId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the lesson */
                lessonId: string;
                /** @description The _id of the module */
                moduleId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "moduleId": "01a1fd90-efbd-76a7-86eb-f5382c5ddfb9",
                 *       "position": 1,
                 *       "draft": false
                 *     }
                 */
                "application/json": {
                    draft?: boolean;
                    moduleId?: string;
                    /**
                     * @description From 1; after the last one, at the end
                     * @example 1
                     */
                    position?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Lesson updated successfully!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal",
                     *       "error": "Something went wrong."
                     *     }
                     */
                    "application/json": components["schemas"]["LessonError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-admin-course-module-addLesson-moduleId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the module */
                moduleId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Reading list",
                 *       "duration": "10 minutes",
                 *       "type": "text",
                 *       "courseId": "01a1fd90-efbd-76a7-86eb-f5382c5ddfb9",
                 *       "text": "# Reading list\n\n- *Time, clocks and the ordering of events*"
                 *     }
                 */
                "application/json": {
                    courseId: string;
                    /** @description One line of text */
                    duration: string;
                    /** @description Text of several lines */
                    text: string;
                    /** @description One line of text */
                    title: string;
                    /** @constant */
                    type: "text";
                } | {
                    courseId: string;
                    /** @description One line of text */
                    duration: string;
                    quiz: {
                        attempts?: number | null;
                        passMark: number;
                        questions: ({
                            /** @description Text of several lines */
                            explanation?: string;
                            options: {
                                /** @default false */
                                correct?: boolean;
                                /** @description One line of text */
                                text: string;
                            }[];
                            /** @default 1 */
                            points?: number;
                            /** @description Text of several lines */
                            text: string;
                            /** @constant */
                            type: "single";
                        } | {
                            /** @description Text of several lines */
                            explanation?: string;
                            options: {
                                /** @default false */
                                correct?: boolean;
                                /** @description One line of text */
                                text: string;
                            }[];
                            /** @default 1 */
                            points?: number;
                            /** @description Text of several lines */
                            text: string;
                            /** @constant */
                            type: "multiple";
                        } | {
                            answer: boolean;
                            /** @description Text of several lines */
                            explanation?: string;
                            /** @default 1 */
                            points?: number;
                            /** @description Text of several lines */
                            text: string;
                            /** @constant */
                            type: "boolean";
                        } | {
                            answer: number;
                            /** @description Text of several lines */
                            explanation?: string;
                            /** @default 1 */
                            points?: number;
                            /** @description Text of several lines */
                            text: string;
                            /** @default 0 */
                            tolerance?: number;
                            /** @constant */
                            type: "number";
                        } | {
                            accepted: string[];
                            /** @description Text of several lines */
                            explanation?: string;
                            /** @default false */
                            ignoreAccents?: boolean;
                            /** @default false */
                            ignoreCase?: boolean;
                            /** @default 1 */
                            points?: number;
                            /** @description Text of several lines */
                            text: string;
                            /** @constant */
                            type: "text";
                        })[];
                        /** @default false */
                        shuffle?: boolean;
                        timeLimit?: number | null;
                    };
                    /** @description One line of text */
                    title: string;
                    /** @constant */
                    type: "quiz";
                };
                /**
                 * @example {
                 *       "title": "Clocks and order",
                 *       "duration": "15:30",
                 *       "type": "video",
                 *       "courseId": "01a1fd90-efbd-76a7-86eb-f5382c5ddfb9"
                 *     }
                 */
                "multipart/form-data": {
                    courseId: string;
                    /** @description One line of text */
                    duration: string;
                    /** @description One line of text */
                    title: string;
                    /** @constant */
                    type?: "video";
                    /**
                     * Format: binary
                     * @description MP4, MOV, AVI, WebM or sound, and with ffmpeg MKV, WMV and MPEG; at most 500 MB
                     */
                    videoFile: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Lesson"];
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal",
                     *       "error": "Something went wrong."
                     *     }
                     */
                    "application/json": components["schemas"]["LessonError"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-admin-course-modules-fetchCourseDetails-id": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"];
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-admin-courses": {
        parameters: {
            query?: {
                category?: string;
                cursor?: string;
                filter?: "popular" | "new" | "top-rated";
                limit?: number;
                minRating?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"][];
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-admin-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "username": "aurora-institute",
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /** @description The _id of the organisation to act for. By default the account’s own, or its only one */
                    organisation?: string;
                    password: string;
                    /** @description One line of text */
                    username: string;
                } | {
                    password1: string;
                    password2: string;
                    /** @description One line of text */
                    userId: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        isSuperAdmin: boolean;
                        /** @constant */
                        message: "Login successful!";
                        /** @constant */
                        success: true;
                        /**
                         * @description For the Authorization header of later calls
                         * @example Zk3v…
                         */
                        token: string;
                        user: components["schemas"]["User"];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-audit": {
        parameters: {
            query?: {
                act?: "" | "login" | "login.failed" | "login.locked" | "logout" | "session.ended" | "google.linked" | "google.unlinked" | "password.changed" | "password.reset" | "password.refused" | "second_factor.on" | "second_factor.off" | "second_factor.reset_requested" | "second_factor.reset_objected" | "second_factor.reset" | "authenticator_app.added" | "authenticator_app.removed" | "passkey.added" | "passkey.removed" | "identity.confirmed" | "recovery_codes.replaced" | "recovery_code.used" | "device.trusted" | "device.forgotten" | "token.created" | "token.revoked" | "webhook.created" | "webhook.changed" | "webhook.secret" | "webhook.deleted" | "email.change_requested" | "email.changed" | "email.change_undone" | "address.added" | "address.removed" | "account.deletion_requested" | "account.reset_mailed" | "account.confirmation_mailed" | "account.unlocked" | "account.kept" | "account.deleted" | "member.invited" | "invitation.withdrawn" | "member.joined" | "member.role" | "member.removed" | "member.left" | "ownership.offered" | "ownership.offer_withdrawn" | "ownership.transferred" | "organisation.closed" | "issuer.approved" | "issuer.suspended" | "issuer.reinstated" | "issuer.quota" | "name.changed" | "name.requested" | "name.withdrawn" | "name.approved" | "name.refused" | "settings.billing" | "settings.reminders" | "settings.sharing" | "settings.hold" | "settings.seller" | "certificate.revoked" | "certificate.replaced" | "certificate.scheduled" | "certificate.schedule_changed" | "certificate.withdrawn" | "holder.erased" | "design.created" | "design.changed" | "design.retired" | "design.default" | "design.no_default" | "field.declared" | "field.changed" | "field.retired" | "batch.started" | "batch.cancelled" | "payment.refunded" | "credit.limit" | "credit.ended" | "statement.settled" | "coupon.created" | "coupon.ended" | "course.unpublished" | "course.republished" | "course.removed" | "courses.move_requested" | "courses.move_confirmed" | "courses.move_cancelled" | "courses.moved" | "mail.retried" | "support.marked" | "exported" | "data.requested" | "superadmin.created" | "superadmin.reset" | "keys.rotated" | "log.new_origin" | "log.caught_up" | "credentials.backfilled" | "backup.written" | "backup.erased" | "backup.restored" | "storage.checked" | "audit.expired";
                cursor?: string;
                from?: "" | string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
                to?: "" | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        audit: components["schemas"]["AuditEntry"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-auth-google": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description To Google, or to the login page if this site has no Google login */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-auth-google-callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Back to this site: logged in, to the registration, or to the login page with the reason */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The PDF, PNG or JSON of a certificate, the SVG of a badge, or the JSON of a receipt, at most 10 MB
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The content of the file, if it is a certificate */
                        certificate?: {
                            /** @description All, if there are several: studentName and courseName are those of the first */
                            achievements?: {
                                /** @example Distributed Systems */
                                courseName: string;
                                /** @example Ingrid Sørensen */
                                studentName: string;
                            }[];
                            /** @example Distributed Systems */
                            courseName: string;
                            /** @example 2028-02-28 */
                            expiryDate: string | null;
                            /**
                             * @description Values of the issuer's own fields that the reader may see, by key
                             * @example {
                             *       "hours": {
                             *         "name": "Hours",
                             *         "value": 12.5
                             *       }
                             *     }
                             */
                            fields?: {
                                [key: string]: {
                                    /** @example Hours */
                                    name: string;
                                    value: string | number | boolean;
                                };
                            };
                            /** @example 2026-02-28 */
                            issueDate: string;
                            /** @example Aurora Institute */
                            issuer: string;
                            /** @example Ingrid Sørensen */
                            studentName: string;
                        };
                        checks: {
                            /** @enum {string} */
                            id: "file" | "signature" | "issuer" | "log" | "revocation" | "suspension" | "start" | "expiry";
                            /** @example It is not revoked. Status list made 2026-03-01 14:05 UTC. */
                            message: string;
                            /** @description Null when the check could not be made */
                            passed: boolean | null;
                        }[];
                        /** @description The DID that the file names as its issuer. The domain is that of a did:web */
                        issuer?: {
                            /** @example did:web:certs.example.org:issuers:0f8b */
                            did: string;
                            /** @example certs.example.org */
                            domain: string | null;
                        };
                        /**
                         * @description With the verdict unknown: what could not be checked
                         * @example We could not check the revocation, so this is not a yes.
                         */
                        reason?: string;
                        /** @constant */
                        success: true;
                        /**
                         * @description Unknown when a check that counts could not be made: this is not a yes
                         * @example genuine
                         * @enum {string}
                         */
                        verdict: "genuine" | "altered" | "unknown-issuer" | "revoked" | "suspended" | "not-yet-valid" | "expired" | "not-in-log" | "unknown" | "unreadable";
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-cert-verify": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uniqueId": "7K3M-9QZX-2HVB-4TND"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Why you look it up, which the holder sees
                     * @enum {string}
                     */
                    purpose?: "employment" | "admission" | "licence" | "other";
                    /** @description More about the purpose, for the holder */
                    purposeText?: string;
                    uniqueId: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cert: components["schemas"]["FoundCertificate"];
                        /** @constant */
                        message: "Certificate found! Proceed to payment";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitingForConsent"];
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-cert-verify-consent": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uniqueId": "7K3M-9QZX-2HVB-4TND"
                 *     }
                 */
                "application/json": {
                    uniqueId: string;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example Waiting for the holder’s consent
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-cert-verify-payment": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uniqueId": "7K3M-9QZX-2HVB-4TND",
                 *       "cardNumber": "4242 4242 4242 4242",
                 *       "expiryMonth": "12",
                 *       "expiryYear": "39",
                 *       "cvCode": "123"
                 *     }
                 */
                "application/json": {
                    /** @description 12 to 19 digits with a valid check digit; spaces and hyphens do not matter */
                    cardNumber: string;
                    /** @description For the receipt; empty for none, the account's by default */
                    company?: string | null;
                    /** @description 3 or 4 digits */
                    cvCode: string;
                    /** @description 01 to 12 */
                    expiryMonth: string;
                    /** @description The last two digits; the card must not have expired */
                    expiryYear: string;
                    /**
                     * @description One of the configured gateways; the first by default. With invoice the account’s credit pays at once, without card fields
                     * @enum {string}
                     */
                    gateway?: "sandbox";
                    /** @description For the receipt; empty for none, the account's by default */
                    taxId?: string | null;
                    uniqueId: string;
                } | {
                    /** @description For the receipt; empty for none, the account's by default */
                    company?: string | null;
                    /**
                     * @description One of the configured gateways; the first by default. With invoice the account’s credit pays at once, without card fields
                     * @enum {string}
                     */
                    gateway?: "sandbox";
                    /** @description For the receipt; empty for none, the account's by default */
                    taxId?: string | null;
                    uniqueId: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cert: components["schemas"]["Certificate"];
                        /** @constant */
                        message: "Payment successful!";
                        payment: components["schemas"]["Payment"];
                        /** @constant */
                        success: true;
                    } | {
                        /** Format: uri */
                        checkoutUrl: string;
                        /** @constant */
                        message: "Continue at the payment page.";
                        payment: components["schemas"]["Payment"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-certificates-uniqueId-mail": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The ID of the certificate, in any case, with or without hyphens */
                uniqueId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Null 30 days after the message was sent or abandoned
                         * @example null
                         */
                        mail: {
                            /**
                             * Format: date-time
                             * @description When it was sent, abandoned or queued, or will be retried; UTC
                             * @example 2026-03-01T09:30:00.000Z
                             */
                            at: string;
                            /**
                             * @description The mail server's reply to a failed attempt
                             * @example 550 5.1.1 No such user
                             */
                            reason: string | null;
                            /**
                             * @description 'mailbox' only on a test site without mail server
                             * @example failed
                             * @enum {string}
                             */
                            status: "waiting" | "mailbox" | "sent" | "retrying" | "failed";
                        } | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certificates-uniqueId-mail": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The ID of the certificate, in any case, with or without hyphens */
                uniqueId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Null 30 days after the message was sent or abandoned
                         * @example null
                         */
                        mail: {
                            /**
                             * Format: date-time
                             * @description When it was sent, abandoned or queued, or will be retried; UTC
                             * @example 2026-03-01T09:30:00.000Z
                             */
                            at: string;
                            /**
                             * @description The mail server's reply to a failed attempt
                             * @example 550 5.1.1 No such user
                             */
                            reason: string | null;
                            /**
                             * @description 'mailbox' only on a test site without mail server
                             * @example failed
                             * @enum {string}
                             */
                            status: "waiting" | "mailbox" | "sent" | "retrying" | "failed";
                        } | null;
                        /** @enum {string} */
                        message: "The message to the student is on its way." | "The message to the student is in the mailbox." | "The message to the student waits, because this site does not send mail at present.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certificates-uniqueId-renewal": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The ID of the certificate, in any case, with or without hyphens */
                uniqueId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * @description Instead of expiryDate: an ISO 8601 duration of years, months and days ('P2Y') after the issue date, or 'never'. Without both, the design decides
                     * @example P2Y
                     */
                    expiresAfter?: string | null;
                    expiryDate?: "" | null | string;
                    /** @description YYYY-MM-DD; today (UTC) by default */
                    issueDate?: "" | null | string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificate: components["schemas"]["Certificate"];
                        /** @constant */
                        message: "Certificate renewed.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certificates-uniqueId-replacement": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The ID of the certificate, in any case, with or without hyphens */
                uniqueId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "studentName": "Ingrid Sørensen",
                 *       "studentEmail": "ingrid@students.example",
                 *       "courseName": "Distributed Systems",
                 *       "issueDate": "2026-02-28",
                 *       "expiresAfter": "P2Y"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Issues although the student has a valid certificate for the course
                     * @default false
                     */
                    allowDuplicate?: boolean;
                    /** @description One line of text */
                    courseName: string;
                    /** @description ID of a design; 'standard' for the built-in one; without it the default for the course or of the issuer */
                    designId?: string | null;
                    /**
                     * @description Instead of expiryDate: an ISO 8601 duration of years, months and days ('P2Y') after the issue date, or 'never'. Without both, the design decides
                     * @example P2Y
                     */
                    expiresAfter?: string | null;
                    expiryDate?: "" | null | string;
                    /**
                     * @description Values of the issuer's own fields by key: text, numbers, true or false
                     * @example {
                     *       "hours": 12.5
                     *     }
                     */
                    fields?: {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: date
                     * @description YYYY-MM-DD
                     */
                    issueDate: string;
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    studentEmail: string;
                    /** @description One line of text */
                    studentName: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificate: components["schemas"]["Certificate"];
                        /** @constant */
                        message: "Certificate replaced.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certificates-uniqueId-revocation": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The ID of the certificate, in any case, with or without hyphens */
                uniqueId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Issued to the wrong person"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificate: components["schemas"]["Certificate"];
                        /** @constant */
                        message: "Certificate revoked.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-certificates-all": {
        parameters: {
            query?: {
                /** @description The name of a course */
                course?: string;
                cursor?: string;
                from?: "" | string;
                /** @description An issuer's username, or its name, however it is written; issuers of one name are all found */
                issuer?: string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
                state?: "" | "valid" | "not-yet-valid" | "expiring" | "expired" | "revoked";
                to?: "" | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificates: components["schemas"]["Certificate"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-certificates-all-verified": {
        parameters: {
            query?: {
                /** @description The name of a course */
                course?: string;
                cursor?: string;
                from?: "" | string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
                state?: "" | "paid" | "unpaid";
                /** @description The time zone of the days from and to */
                timeZone?: string;
                to?: "" | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificates: components["schemas"]["VerifiedCertificate"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-certificates-corrections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        corrections: components["schemas"]["Correction"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-certificates-corrections-correctionId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the request for a correction */
                correctionId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Our records show this name"
                 *     }
                 */
                "application/json": {
                    /** @description Text of several lines */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example The request was declined.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-certificates-mine": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
                state?: "" | "valid" | "not-yet-valid" | "expiring" | "expired" | "revoked";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificates: components["schemas"]["Certificate"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-certificates-my-issued": {
        parameters: {
            query?: {
                /** @description The name of a course */
                course?: string;
                cursor?: string;
                /** @description A design's ID */
                design?: string;
                from?: "" | string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
                state?: "" | "valid" | "not-yet-valid" | "expiring" | "expired" | "revoked" | "scheduled";
                to?: "" | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificates: components["schemas"]["Certificate"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-certificates-my-verified": {
        parameters: {
            query?: {
                /** @description The name of a course */
                course?: string;
                cursor?: string;
                from?: "" | string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
                state?: "" | "paid" | "unpaid";
                /** @description The time zone of the days from and to */
                timeZone?: string;
                to?: "" | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificates: components["schemas"]["VerifiedCertificate"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certificates-renewals": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uniqueIds": [
                 *         "7K3M-9QZX-2HVB-4TND"
                 *       ],
                 *       "expiresAfter": "P2Y"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Instead of expiryDate: an ISO 8601 duration of years, months and days ('P2Y') after the issue date, or 'never'. Without both, the design decides
                     * @example P2Y
                     */
                    expiresAfter?: string | null;
                    expiryDate?: "" | null | string;
                    /** @description YYYY-MM-DD; today (UTC) by default */
                    issueDate?: "" | null | string;
                    uniqueIds: string[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificates: components["schemas"]["Certificate"][];
                        /** @description The certificates to which nothing was done */
                        skipped: {
                            /**
                             * @description Why nothing was done
                             * @example 7K3M-9QZX-2HVB-4TND is already revoked.
                             */
                            reason: string;
                            /** @example 7K3M-9QZX-2HVB-4TND */
                            uniqueId: string;
                        }[];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certificates-revocations": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "uniqueIds": [
                 *         "7K3M-9QZX-2HVB-4TND"
                 *       ],
                 *       "reason": "Issued with the wrong date"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    reason: string;
                    uniqueIds: string[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example 3 certificates revoked. */
                        message: string;
                        /** @description The certificates to which nothing was done */
                        skipped: {
                            /**
                             * @description Why nothing was done
                             * @example 7K3M-9QZX-2HVB-4TND is already revoked.
                             */
                            reason: string;
                            /** @example 7K3M-9QZX-2HVB-4TND */
                            uniqueId: string;
                        }[];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-certificates-scheduled-scheduledId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uniqueId of the certificate */
                scheduledId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example The certificate was withdrawn.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "patch-certificates-scheduled-scheduledId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The uniqueId of the certificate */
                scheduledId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "studentName": "Ingrid Sørensen-Lund"
                 *     }
                 */
                "application/json": {
                    allowDuplicate?: boolean;
                    /** @description One line of text */
                    courseName?: string;
                    /** @description ID of a design; 'standard' for the built-in one; null for the default */
                    designId?: string | null;
                    /**
                     * @description Instead of expiryDate: an ISO 8601 duration of years, months and days ('P2Y') after the issue date, or 'never'. Without both, the design decides
                     * @example P2Y
                     */
                    expiresAfter?: string | null;
                    expiryDate?: "" | null | string;
                    /**
                     * @description Values of the issuer's own fields by key: text, numbers, true or false
                     * @example {
                     *       "hours": 12.5
                     *     }
                     */
                    fields?: {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: date
                     * @description YYYY-MM-DD
                     */
                    issueDate?: string;
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    studentEmail?: string;
                    /** @description One line of text */
                    studentName?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificate: components["schemas"]["Certificate"];
                        /** @constant */
                        message: "The scheduled certificate was changed.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certs-batches": {
        parameters: {
            query?: {
                /** @description With text/csv. Issues although students have valid certificates for their courses */
                allowDuplicate?: "true" | "false";
                /** @description With a list. JSON of our columns (studentName, studentEmail, courseName, issueDate …, or keys of own fields) and those of the file, or a list of them that are joined by a space. All others are left out */
                columns?: string;
                /** @description With a list. The order of the numbers of its dates, if it does not tell: 'dmy' for 28/02/2026, 'mdy' for 02/28/2026, 'ymd' for 26/02/28 */
                dateOrder?: "dmy" | "mdy" | "ymd";
                /** @description ID of a design; 'standard' for the built-in one; without it the default for the course or of the issuer */
                designId?: string | null;
                /** @description How many minutes the certificates wait. Without it, the setting of the organisation applies */
                holdMinutes?: string;
                /** @description With 'abort', an invalid row rejects the whole batch. With 'skip', only the row fails */
                onError?: "abort" | "skip";
                /** @description What happens to a batch with names or courses that look damaged ('Ã©', '&amp;', '#N/A', a name in capitals), or with issue dates more than five years ahead. With 'wait', it stays ready, whatever `start` says, until its start confirms them */
                onWarning?: "issue" | "wait";
                /** @description With text/csv. Whether to start issuing at once. Otherwise the batch stays ready until it is started */
                start?: "true" | "false";
            };
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "certificates": [
                 *         {
                 *           "studentName": "Ingrid Sørensen",
                 *           "studentEmail": "ingrid@students.example",
                 *           "courseName": "Distributed Systems",
                 *           "issueDate": "2026-02-28",
                 *           "expiresAfter": "P2Y"
                 *         }
                 *       ],
                 *       "onError": "abort",
                 *       "start": true
                 *     }
                 */
                "application/json": {
                    certificates: {
                        /**
                         * @description Issues although the student has a valid certificate for the course
                         * @default false
                         */
                        allowDuplicate?: boolean;
                        /** @description One line of text */
                        courseName: string;
                        /** @description ID of a design; 'standard' for the built-in one; without it the default for the course or of the issuer */
                        designId?: string | null;
                        /**
                         * @description Instead of expiryDate: an ISO 8601 duration of years, months and days ('P2Y') after the issue date, or 'never'. Without both, the design decides
                         * @example P2Y
                         */
                        expiresAfter?: string | null;
                        expiryDate?: "" | null | string;
                        /**
                         * @description Values of the issuer's own fields by key: text, numbers, true or false
                         * @example {
                         *       "hours": 12.5
                         *     }
                         */
                        fields?: {
                            [key: string]: unknown;
                        };
                        /**
                         * Format: date
                         * @description YYYY-MM-DD
                         */
                        issueDate: string;
                        /**
                         * Format: email
                         * @description In any case, with its domain in letters or in punycode
                         */
                        studentEmail: string;
                        /** @description One line of text */
                        studentName: string;
                    }[];
                    /** @description ID of a design; 'standard' for the built-in one; without it the default for the course or of the issuer */
                    designId?: string | null;
                    /**
                     * @description How many minutes it waits before it is issued, and can be changed and withdrawn; 0 for none. Without it, the setting of the organisation applies
                     * @example 10
                     */
                    holdMinutes?: number | null;
                    /**
                     * @description With 'abort', an invalid row rejects the whole batch. With 'skip', only the row fails
                     * @default abort
                     * @enum {string}
                     */
                    onError?: "abort" | "skip";
                    /**
                     * @description What happens to a batch with names or courses that look damaged ('Ã©', '&amp;', '#N/A', a name in capitals), or with issue dates more than five years ahead. With 'wait', it stays ready, whatever `start` says, until its start confirms them
                     * @default issue
                     * @enum {string}
                     */
                    onWarning?: "issue" | "wait";
                    /**
                     * @description Whether to start issuing at once. Otherwise the batch stays ready until it is started
                     * @default true
                     */
                    start?: boolean;
                };
                "text/csv": string;
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-certs-batches-batchId": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path: {
                /** @description The _id of the batch */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["BatchWithRows"];
                        /** @description Null on the last page of rows */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certs-batches-batchId-cancel": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the batch */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-certs-batches-batchId-certificates.zip": {
        parameters: {
            query?: {
                format?: "pdf" | "png";
            };
            header?: never;
            path: {
                /** @description The _id of the batch */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ZIP */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certs-batches-batchId-pictures": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the batch */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "line": "2"
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * @description With a photograph: the line of its row
                     * @example 2
                     */
                    line?: string;
                    /**
                     * Format: binary
                     * @description A ZIP of at most 4 GB, whose files have the names in the column of the field, or those of the addresses, the names or the searched fields of the students; or a PNG, JPEG, WebP, GIF or AVIF of at most 10 MB with `line`
                     */
                    pictures: string;
                };
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certs-batches-batchId-start": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the batch */
                batchId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        batch: components["schemas"]["Batch"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certs-issue": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "studentName": "Ingrid Sørensen",
                 *       "studentEmail": "ingrid@students.example",
                 *       "courseName": "Distributed Systems",
                 *       "issueDate": "2026-02-28",
                 *       "expiryDate": "2028-02-28"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Issues although the student has a valid certificate for the course
                     * @default false
                     */
                    allowDuplicate?: boolean;
                    /** @description One line of text */
                    courseName: string;
                    /** @description ID of a design; 'standard' for the built-in one; without it the default for the course or of the issuer */
                    designId?: string | null;
                    /**
                     * @description Instead of expiryDate: an ISO 8601 duration of years, months and days ('P2Y') after the issue date, or 'never'. Without both, the design decides
                     * @example P2Y
                     */
                    expiresAfter?: string | null;
                    expiryDate?: "" | null | string;
                    /**
                     * @description Values of the issuer's own fields by key: text, numbers, true or false
                     * @example {
                     *       "hours": 12.5
                     *     }
                     */
                    fields?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description How many minutes it waits before it is issued, and can be changed and withdrawn; 0 for none. Without it, the setting of the organisation applies
                     * @example 10
                     */
                    holdMinutes?: number | null;
                    /**
                     * Format: date
                     * @description YYYY-MM-DD
                     */
                    issueDate: string;
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    studentEmail: string;
                    /** @description One line of text */
                    studentName: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        certificate: components["schemas"]["Certificate"];
                        /** @enum {string} */
                        message: "Certificate issued successfully!" | "Certificate scheduled.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-certs-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "studentName": "Ingrid Sørensen",
                 *       "studentEmail": "ingrid@students.example",
                 *       "courseName": "Distributed Systems",
                 *       "issueDate": "2026-02-28",
                 *       "expiryDate": "2028-02-28"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Issues although the student has a valid certificate for the course
                     * @default false
                     */
                    allowDuplicate?: boolean;
                    /** @description One line of text */
                    courseName: string;
                    /** @description ID of a design; 'standard' for the built-in one; without it the default for the course or of the issuer */
                    designId?: string | null;
                    /**
                     * @description Instead of expiryDate: an ISO 8601 duration of years, months and days ('P2Y') after the issue date, or 'never'. Without both, the design decides
                     * @example P2Y
                     */
                    expiresAfter?: string | null;
                    expiryDate?: "" | null | string;
                    /**
                     * @description Values of the issuer's own fields by key: text, numbers, true or false
                     * @example {
                     *       "hours": 12.5
                     *     }
                     */
                    fields?: {
                        [key: string]: unknown;
                    };
                    /**
                     * @description How many minutes it waits before it is issued, and can be changed and withdrawn; 0 for none. Without it, the setting of the organisation applies
                     * @example 10
                     */
                    holdMinutes?: number | null;
                    /**
                     * Format: date
                     * @description YYYY-MM-DD
                     */
                    issueDate: string;
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    studentEmail: string;
                    /** @description One line of text */
                    studentName: string;
                };
            };
        };
        responses: {
            /** @description The draft, as PNG */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-completions": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        completions: components["schemas"]["Completion"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-coupons": {
        parameters: {
            query?: {
                cursor?: string;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        coupons: components["schemas"]["Coupon"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-coupons": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "SPRING-25",
                 *       "kind": "percent",
                 *       "value": "25",
                 *       "validUntil": "2039-05-31",
                 *       "maxUses": 100
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    code: string;
                    courseId?: string;
                    /** @enum {string} */
                    kind: "percent" | "amount";
                    maxUses?: number | string;
                    /**
                     * Format: date
                     * @description YYYY-MM-DD
                     */
                    validFrom?: string;
                    /**
                     * Format: date
                     * @description YYYY-MM-DD
                     */
                    validUntil?: string;
                    /** @description One line of text */
                    value: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Coupon created.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-coupons-couponId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the coupon */
                couponId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Coupon ended.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-courses-id-approvals": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        completions: components["schemas"]["CompletionToApprove"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-courses-id-approvals": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "completionIds": [
                 *         "01a1fd90-efbd-76a7-86eb-f5382c5ddfb9"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description IDs of completions whose certificate waits for approval */
                    completionIds: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description How many are approved now
                         * @example 1
                         */
                        approved: number;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-courses-id-completion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        completion: components["schemas"]["Completion"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-courses-id-completion": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Ada Lovelace"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        completion: components["schemas"]["Completion"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-courses-id-completion-settings": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: components["schemas"]["CompletionSettings"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-courses-id-completion-settings": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "rule": "both",
                 *       "inOrder": true,
                 *       "certificate": "at-once"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    certificate: "none" | "at-once" | "approval";
                    inOrder?: boolean | ("on" | "true" | "false");
                    /** @enum {string} */
                    rule: "lessons" | "quizzes" | "both";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        settings: components["schemas"]["CompletionSettings"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-courses-id-enrolment": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        enrolled: true;
                        /** @constant */
                        message: "You are enrolled in this course!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        enrolled: true;
                        /** @constant */
                        message: "You are enrolled in this course!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-courses-id-enrolment": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "You have left the course.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-courses-id-learners": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
                state?: "" | "new" | "begun" | "completed" | "approval";
            };
            header?: never;
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page (RFC 8288) */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        learners: components["schemas"]["Learner"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-courses-id-lessons": {
        parameters: {
            query?: {
                q?: string;
            };
            header?: never;
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lessons: {
                            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                            _id: string;
                            /**
                             * @example transcript
                             * @enum {string}
                             */
                            foundIn: "title" | "text" | "transcript";
                            /** @example Clocks and order */
                            title: string;
                            /**
                             * @example video
                             * @enum {string}
                             */
                            type: "video" | "text" | "quiz";
                        }[];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-courses-id-lessons-lessonId": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the course */
                id: string;
                /** @description The _id of the lesson */
                lessonId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lesson: components["schemas"]["LessonDetails"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-courses-id-lessons-lessonId-attempts": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
                /** @description The _id of the lesson */
                lessonId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempt: components["schemas"]["QuizAttempt"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempt: components["schemas"]["QuizAttempt"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-courses-id-lessons-lessonId-attempts-attemptId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the attempt */
                attemptId: string;
                /** @description The _id of the course */
                id: string;
                /** @description The _id of the lesson */
                lessonId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "answers": {
                 *         "01a1fd90-efbd-76a7-86eb-f5382c5ddfb9": 42.5
                 *       }
                 *     }
                 */
                "application/json": {
                    answers: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempt: components["schemas"]["QuizAttempt"];
                        /** @description Why answers were not stored, by the IDs of their questions. What was stored before stays */
                        invalid: {
                            [key: string]: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-courses-id-lessons-lessonId-attempts-attemptId-submission": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the attempt */
                attemptId: string;
                /** @description The _id of the course */
                id: string;
                /** @description The _id of the lesson */
                lessonId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "answers": {
                 *         "01a1fd90-efbd-76a7-86eb-f5382c5ddfb9": true
                 *       }
                 *     }
                 */
                "application/json": {
                    answers?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        attempt: components["schemas"]["QuizResult"];
                        /** @description Why answers were not stored, by the IDs of their questions. What was stored before stays */
                        invalid: {
                            [key: string]: string;
                        };
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-courses-id-lessons-lessonId-captions-language": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
                /** @description A BCP 47 language tag */
                language: string;
                /** @description The _id of the lesson */
                lessonId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description WebVTT, SRT or SBV, at most 1 MB
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        captions: components["schemas"]["Captions"];
                        /**
                         * @description What was mended in the file, with the numbers of its lines
                         * @example [
                         *       "Times written in another way were read. Lines: 3, 7"
                         *     ]
                         */
                        mended: string[];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-courses-id-lessons-lessonId-captions-language": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
                /** @description A BCP 47 language tag */
                language: string;
                /** @description The _id of the lesson */
                lessonId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Captions removed.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-courses-id-lessons-lessonId-files": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
                /** @description The _id of the lesson */
                lessonId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description PDF, ZIP, an office document, EPUB, a picture, MP3, M4A, CSV, Markdown, captions, a notebook or another text, at most 50 MB
                     */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        file: components["schemas"]["LessonFile"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-courses-id-lessons-lessonId-files-fileId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the file */
                fileId: string;
                /** @description The _id of the course */
                id: string;
                /** @description The _id of the lesson */
                lessonId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "File removed.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-courses-id-lessons-lessonId-progress": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
                /** @description The _id of the lesson */
                lessonId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "position": 412.5,
                 *       "ranges": [
                 *         [
                 *           0,
                 *           398
                 *         ]
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Marks the lesson as done or not done */
                    done?: boolean;
                    /** @description The length of the video in seconds as the player knows it, for files that do not state it */
                    duration?: number;
                    /** @description Where the learner is, in seconds of the file */
                    position?: number;
                    /** @description What was watched, in seconds of the file: [[from, to], …] */
                    ranges?: [
                        number,
                        number
                    ][];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        progress: components["schemas"]["LessonProgress"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-courses-id-purchase": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "coupon": "SPRING-25",
                 *       "cardNumber": "4242 4242 4242 4242",
                 *       "expiryMonth": "12",
                 *       "expiryYear": "39",
                 *       "cvCode": "123"
                 *     }
                 */
                "application/json": {
                    /** @description 12 to 19 digits with a valid check digit; spaces and hyphens do not matter */
                    cardNumber: string;
                    /** @description For the receipt; empty for none, the account's by default */
                    company?: string | null;
                    /** @description Code of a coupon, in any case */
                    coupon?: string;
                    /** @description 3 or 4 digits */
                    cvCode: string;
                    /** @description 01 to 12 */
                    expiryMonth: string;
                    /** @description The last two digits; the card must not have expired */
                    expiryYear: string;
                    /**
                     * @description One of the configured gateways; the first by default. With invoice the account’s credit pays at once, without card fields
                     * @enum {string}
                     */
                    gateway?: "sandbox";
                    /** @description For the receipt; empty for none, the account's by default */
                    taxId?: string | null;
                } | {
                    /** @description For the receipt; empty for none, the account's by default */
                    company?: string | null;
                    /** @description Code of a coupon, in any case */
                    coupon?: string;
                    /**
                     * @description One of the configured gateways; the first by default. With invoice the account’s credit pays at once, without card fields
                     * @enum {string}
                     */
                    gateway?: "sandbox";
                    /** @description For the receipt; empty for none, the account's by default */
                    taxId?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        enrolled: true;
                        /** @constant */
                        message: "You are enrolled in this course!";
                        /** @description Null where nothing was paid */
                        payment: components["schemas"]["Payment"] | null;
                        /** @constant */
                        success: true;
                    } | {
                        /** Format: uri */
                        checkoutUrl: string;
                        /** @constant */
                        message: "Continue at the payment page.";
                        payment: components["schemas"]["Payment"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-courses-id-rating": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the course */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "stars": 5
                 *     }
                 */
                "application/json": {
                    stars: number | string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Thank you for your rating!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-credit": {
        parameters: {
            query?: {
                cursor?: string;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        accounts: components["schemas"]["Credit"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-credit": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "account": "mara@osei.example",
                 *       "limit": "5000"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    account: string;
                    /** @description One line of text */
                    limit: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @example Mara Osei may owe up to $5,000.00. */
                        message: string;
                        /** @constant */
                        success: true;
                        /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                        userId: string;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-credit-userId": {
        parameters: {
            query?: {
                cursor?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path: {
                /** @description The _id of the account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credit: components["schemas"]["Credit"];
                        ledger: components["schemas"]["LedgerEntry"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-credit-userId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The agreement has ended.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "patch-credit-userId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": "8000"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    limit: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example The credit limit is now $8,000.00.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-credit-userId-renewal": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": "5000"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    limit: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example The agreement was renewed with a credit limit of $5,000.00.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-credit-userId-settlement": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "statement": "01a1fd90-efbd-76a7-86eb-f5382c5ddfb9"
                 *     }
                 */
                "application/json": {
                    statement: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example Statement S-000003 was marked as paid.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-credit-userId-statements": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        statements: components["schemas"]["Statement"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-credit-mine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        credit: components["schemas"]["Credit"] | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-designs": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        designs: components["schemas"]["Design"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-designs": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Diploma",
                 *       "base": "heritage",
                 *       "typeface": "classic",
                 *       "primary": "#1b2350",
                 *       "accent": "#a9791f",
                 *       "paper": "#ffffff",
                 *       "title": "Certificate of Completion",
                 *       "statement": "Awarded by {issuer} on {issueDate}"
                 *     }
                 */
                "multipart/form-data": {
                    /** @description Required, but with the base artwork, which has a default for it */
                    accent?: string;
                    /**
                     * Format: binary
                     * @description With the base artwork: PDF of one page, SVG, PNG or JPEG, at most 10 MB
                     */
                    background?: string;
                    backgroundImage?: string | null;
                    /** @enum {string} */
                    base: "heritage" | "collegiate" | "ribbon" | "modern" | "minimal" | "portrait-classic" | "portrait-modern" | "artwork";
                    /** @description One line of text */
                    beforeCourse?: string;
                    /** @description One line of text */
                    beforeName?: string;
                    /** @description With the base artwork: what stands on the page, in the order of drawing and of reading. JSON in a form */
                    boxes?: {
                        /** @enum {string} */
                        align?: "left" | "center" | "right";
                        colour?: string;
                        /** @description In thousandths of a millimetre */
                        height: number;
                        /** @enum {string} */
                        kind: "text" | "picture" | "qr" | "id" | "line" | "date";
                        lines?: number;
                        /** @enum {string} */
                        long?: "shrink" | "wrap";
                        /** @description The smallest size of a text, in points */
                        minSize?: number;
                        /** @description logo, signature1 to signature6, or the key of a field for photographs */
                        picture?: string | null;
                        /** @description In points */
                        size?: number;
                        /** @description A text with placeholders, an ID with {id}, or a date with {issueDate} or {expiryDate}; the alternative text of a picture */
                        text?: string;
                        /** @enum {string} */
                        typeface?: "classic" | "garamond" | "garamond-italic" | "garamond-semibold" | "editorial" | "modern" | "modern-bold";
                        /** @description In thousandths of a millimetre */
                        width: number;
                        /** @description In thousandths of a millimetre */
                        x: number;
                        /** @description In thousandths of a millimetre */
                        y: number;
                    }[];
                    /**
                     * @description Dates as 28/02/2026, or with the month in words of the language. numbers by default
                     * @default numbers
                     * @enum {string}
                     */
                    dateStyle?: "numbers" | "words";
                    /** @description With the base artwork: save it as a draft, which may have problems and cannot be chosen */
                    draft?: boolean | ("on" | "true" | "false");
                    /** @description The number of the draft that was read, so that another that was saved meanwhile is kept */
                    draftNumber?: number | string;
                    /** @description One line of text */
                    expiresAfter?: string;
                    /** @description With the base artwork: the faces that its author makes, at most one of a kind; the site makes the others. A card has 85.6 × 54 mm, a wide picture 203.2 × 106.68 mm (1200 × 630 pixels), and a square one 182.88 mm a side (1080 pixels). JSON in a form */
                    faces?: {
                        /** @description The _id of a background that fills this face. The paper colour without it */
                        background?: string | null;
                        boxes: {
                            /** @enum {string} */
                            align?: "left" | "center" | "right";
                            colour?: string;
                            /** @description In thousandths of a millimetre */
                            height: number;
                            /** @enum {string} */
                            kind: "text" | "picture" | "qr" | "id" | "line" | "date";
                            lines?: number;
                            /** @enum {string} */
                            long?: "shrink" | "wrap";
                            /** @description The smallest size of a text, in points */
                            minSize?: number;
                            /** @description logo, signature1 to signature6, or the key of a field for photographs */
                            picture?: string | null;
                            /** @description In points */
                            size?: number;
                            /** @description A text with placeholders, an ID with {id}, or a date with {issueDate} or {expiryDate}; the alternative text of a picture */
                            text?: string;
                            /** @enum {string} */
                            typeface?: "classic" | "garamond" | "garamond-italic" | "garamond-semibold" | "editorial" | "modern" | "modern-bold";
                            /** @description In thousandths of a millimetre */
                            width: number;
                            /** @description In thousandths of a millimetre */
                            x: number;
                            /** @description In thousandths of a millimetre */
                            y: number;
                        }[];
                        /** @enum {string} */
                        kind: "card" | "wide" | "square";
                    }[];
                    /** @description The language of what the layout prints itself, and of dates. English by default */
                    language?: string;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    logo?: string;
                    logoImage?: string | null;
                    /** @description Subject of the mail about a certificate, with placeholders. The standard one without it. Of organisations that a super admin has approved */
                    mailSubject?: string;
                    /** @description Markdown without images, with placeholders, after what the mail says of the certificate. The standard mail without it. Of organisations that a super admin has approved */
                    mailText?: string;
                    /** @description One line of text */
                    name: string;
                    /**
                     * @description With the base artwork: the size and direction of the page. By default that of the background, or a4
                     * @enum {string}
                     */
                    page?: "a4" | "a4-portrait" | "letter" | "letter-portrait";
                    /**
                     * @description The size of the page. a4 by default. Not with the base artwork, which has page
                     * @enum {string}
                     */
                    pageSize?: "a4" | "letter";
                    /** @description Required, but with the base artwork, which has a default for it */
                    paper?: string;
                    /** @description Required, but with the base artwork, which has a default for it */
                    primary?: string;
                    seal?: string;
                    /** @description One line of text */
                    signatory1Name?: string;
                    /** @description One line of text */
                    signatory1Title?: string;
                    /** @description One line of text */
                    signatory2Name?: string;
                    /** @description One line of text */
                    signatory2Title?: string;
                    /** @description One line of text */
                    signatory3Name?: string;
                    /** @description One line of text */
                    signatory3Title?: string;
                    /** @description One line of text */
                    signatory4Name?: string;
                    /** @description One line of text */
                    signatory4Title?: string;
                    /** @description One line of text */
                    signatory5Name?: string;
                    /** @description One line of text */
                    signatory5Title?: string;
                    /** @description One line of text */
                    signatory6Name?: string;
                    /** @description One line of text */
                    signatory6Title?: string;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature1?: string;
                    signature1Image?: string | null;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature2?: string;
                    signature2Image?: string | null;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature3?: string;
                    signature3Image?: string | null;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature4?: string;
                    signature4Image?: string | null;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature5?: string;
                    signature5Image?: string | null;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature6?: string;
                    signature6Image?: string | null;
                    /** @description One line of text */
                    statement?: string;
                    /** @description One line of text */
                    subtitle?: string;
                    /** @description Required, but with the base artwork, which has a default for it */
                    title?: string;
                    /**
                     * @description Required, but with the base artwork, which has a default for it
                     * @enum {string}
                     */
                    typeface?: "classic" | "garamond" | "editorial" | "modern";
                    version?: number | string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        design: components["schemas"]["WholeDesign"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-designs-designId": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the design */
                designId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        design: components["schemas"]["WholeDesign"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-designs-designId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the design */
                designId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Diploma",
                 *       "base": "heritage",
                 *       "typeface": "classic",
                 *       "primary": "#1b2350",
                 *       "accent": "#a9791f",
                 *       "paper": "#ffffff",
                 *       "title": "Certificate of Completion",
                 *       "statement": "Awarded by {issuer} on {issueDate}",
                 *       "version": 1
                 *     }
                 */
                "multipart/form-data": {
                    /** @description Required, but with the base artwork, which has a default for it */
                    accent?: string;
                    /**
                     * Format: binary
                     * @description With the base artwork: PDF of one page, SVG, PNG or JPEG, at most 10 MB
                     */
                    background?: string;
                    backgroundImage?: string | null;
                    /** @enum {string} */
                    base: "heritage" | "collegiate" | "ribbon" | "modern" | "minimal" | "portrait-classic" | "portrait-modern" | "artwork";
                    /** @description One line of text */
                    beforeCourse?: string;
                    /** @description One line of text */
                    beforeName?: string;
                    /** @description With the base artwork: what stands on the page, in the order of drawing and of reading. JSON in a form */
                    boxes?: {
                        /** @enum {string} */
                        align?: "left" | "center" | "right";
                        colour?: string;
                        /** @description In thousandths of a millimetre */
                        height: number;
                        /** @enum {string} */
                        kind: "text" | "picture" | "qr" | "id" | "line" | "date";
                        lines?: number;
                        /** @enum {string} */
                        long?: "shrink" | "wrap";
                        /** @description The smallest size of a text, in points */
                        minSize?: number;
                        /** @description logo, signature1 to signature6, or the key of a field for photographs */
                        picture?: string | null;
                        /** @description In points */
                        size?: number;
                        /** @description A text with placeholders, an ID with {id}, or a date with {issueDate} or {expiryDate}; the alternative text of a picture */
                        text?: string;
                        /** @enum {string} */
                        typeface?: "classic" | "garamond" | "garamond-italic" | "garamond-semibold" | "editorial" | "modern" | "modern-bold";
                        /** @description In thousandths of a millimetre */
                        width: number;
                        /** @description In thousandths of a millimetre */
                        x: number;
                        /** @description In thousandths of a millimetre */
                        y: number;
                    }[];
                    /**
                     * @description Dates as 28/02/2026, or with the month in words of the language. numbers by default
                     * @default numbers
                     * @enum {string}
                     */
                    dateStyle?: "numbers" | "words";
                    /** @description With the base artwork: save it as a draft, which may have problems and cannot be chosen */
                    draft?: boolean | ("on" | "true" | "false");
                    /** @description The number of the draft that was read, so that another that was saved meanwhile is kept */
                    draftNumber?: number | string;
                    /** @description One line of text */
                    expiresAfter?: string;
                    /** @description With the base artwork: the faces that its author makes, at most one of a kind; the site makes the others. A card has 85.6 × 54 mm, a wide picture 203.2 × 106.68 mm (1200 × 630 pixels), and a square one 182.88 mm a side (1080 pixels). JSON in a form */
                    faces?: {
                        /** @description The _id of a background that fills this face. The paper colour without it */
                        background?: string | null;
                        boxes: {
                            /** @enum {string} */
                            align?: "left" | "center" | "right";
                            colour?: string;
                            /** @description In thousandths of a millimetre */
                            height: number;
                            /** @enum {string} */
                            kind: "text" | "picture" | "qr" | "id" | "line" | "date";
                            lines?: number;
                            /** @enum {string} */
                            long?: "shrink" | "wrap";
                            /** @description The smallest size of a text, in points */
                            minSize?: number;
                            /** @description logo, signature1 to signature6, or the key of a field for photographs */
                            picture?: string | null;
                            /** @description In points */
                            size?: number;
                            /** @description A text with placeholders, an ID with {id}, or a date with {issueDate} or {expiryDate}; the alternative text of a picture */
                            text?: string;
                            /** @enum {string} */
                            typeface?: "classic" | "garamond" | "garamond-italic" | "garamond-semibold" | "editorial" | "modern" | "modern-bold";
                            /** @description In thousandths of a millimetre */
                            width: number;
                            /** @description In thousandths of a millimetre */
                            x: number;
                            /** @description In thousandths of a millimetre */
                            y: number;
                        }[];
                        /** @enum {string} */
                        kind: "card" | "wide" | "square";
                    }[];
                    /** @description The language of what the layout prints itself, and of dates. English by default */
                    language?: string;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    logo?: string;
                    logoImage?: string | null;
                    /** @description Subject of the mail about a certificate, with placeholders. The standard one without it. Of organisations that a super admin has approved */
                    mailSubject?: string;
                    /** @description Markdown without images, with placeholders, after what the mail says of the certificate. The standard mail without it. Of organisations that a super admin has approved */
                    mailText?: string;
                    /** @description One line of text */
                    name: string;
                    /**
                     * @description With the base artwork: the size and direction of the page. By default that of the background, or a4
                     * @enum {string}
                     */
                    page?: "a4" | "a4-portrait" | "letter" | "letter-portrait";
                    /**
                     * @description The size of the page. a4 by default. Not with the base artwork, which has page
                     * @enum {string}
                     */
                    pageSize?: "a4" | "letter";
                    /** @description Required, but with the base artwork, which has a default for it */
                    paper?: string;
                    /** @description Required, but with the base artwork, which has a default for it */
                    primary?: string;
                    seal?: string;
                    /** @description One line of text */
                    signatory1Name?: string;
                    /** @description One line of text */
                    signatory1Title?: string;
                    /** @description One line of text */
                    signatory2Name?: string;
                    /** @description One line of text */
                    signatory2Title?: string;
                    /** @description One line of text */
                    signatory3Name?: string;
                    /** @description One line of text */
                    signatory3Title?: string;
                    /** @description One line of text */
                    signatory4Name?: string;
                    /** @description One line of text */
                    signatory4Title?: string;
                    /** @description One line of text */
                    signatory5Name?: string;
                    /** @description One line of text */
                    signatory5Title?: string;
                    /** @description One line of text */
                    signatory6Name?: string;
                    /** @description One line of text */
                    signatory6Title?: string;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature1?: string;
                    signature1Image?: string | null;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature2?: string;
                    signature2Image?: string | null;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature3?: string;
                    signature3Image?: string | null;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature4?: string;
                    signature4Image?: string | null;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature5?: string;
                    signature5Image?: string | null;
                    /**
                     * Format: binary
                     * @description PNG, JPEG or SVG, at most 2 MB
                     */
                    signature6?: string;
                    signature6Image?: string | null;
                    /** @description One line of text */
                    statement?: string;
                    /** @description One line of text */
                    subtitle?: string;
                    /** @description Required, but with the base artwork, which has a default for it */
                    title?: string;
                    /**
                     * @description Required, but with the base artwork, which has a default for it
                     * @enum {string}
                     */
                    typeface?: "classic" | "garamond" | "editorial" | "modern";
                    version?: number | string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        design: components["schemas"]["WholeDesign"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-designs-designId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the design */
                designId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Design retired.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-designs-designId-boxes": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the design */
                designId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        design: components["schemas"]["WholeDesign"];
                        /**
                         * @example [
                         *       "The seal is part of the background."
                         *     ]
                         */
                        left: string[];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-designs-designId-copy": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the design */
                designId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        design: components["schemas"]["WholeDesign"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-designs-designId-default": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the design */
                designId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "courseName": "Distributed Systems"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    courseName?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Default saved.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-designs-designId-default": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the design */
                designId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "courseName": "Distributed Systems"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    courseName?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Default removed.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-designs-designId-export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the design */
                designId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ZIP: design.json, logo.png, signature1.png to signature6.png and background.pdf, as far as it has them */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-designs-designId-test-mail": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the design */
                designId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The test mail is on its way.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-designs-backgrounds": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description PDF of one page, SVG, PNG or JPEG in the proportion of A4 or Letter, or of the face, at most 10 MB
                     */
                    background: string;
                    /**
                     * @description The face that it fills instead of a page
                     * @enum {string}
                     */
                    face?: "card" | "wide" | "square";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        background: components["schemas"]["DesignBackground"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-designs-backgrounds-backgroundId": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the background */
                backgroundId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        background: components["schemas"]["DesignBackground"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-designs-backgrounds-backgroundId-words": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the background */
                backgroundId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "words": [
                 *         0
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Numbers of words of the background, from 0
                     * @example [
                     *       0,
                     *       1
                     *     ]
                     */
                    words: number[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        background: components["schemas"]["DesignBackground"];
                        left: components["schemas"]["BackgroundWord"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-designs-import": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The ZIP of a design, at most 25 MB
                     */
                    design: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        design: components["schemas"]["WholeDesign"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-designs-library": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        designs: components["schemas"]["LibraryDesign"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-designs-library-libraryId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the design in the library */
                libraryId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "page": "a4"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description One of the pages of the design. The first by default
                     * @example a4
                     */
                    page?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        design: components["schemas"]["WholeDesign"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-designs-preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Diploma",
                 *       "base": "heritage",
                 *       "typeface": "classic",
                 *       "primary": "#1b2350",
                 *       "accent": "#a9791f",
                 *       "paper": "#ffffff",
                 *       "title": "Certificate of Completion",
                 *       "statement": "Awarded by {issuer} on {issueDate}",
                 *       "sample": "longest"
                 *     }
                 */
                "application/json": {
                    /** @description Required, but with the base artwork, which has a default for it */
                    accent?: string;
                    backgroundImage?: string | null;
                    /** @enum {string} */
                    base: "heritage" | "collegiate" | "ribbon" | "modern" | "minimal" | "portrait-classic" | "portrait-modern" | "artwork";
                    /** @description One line of text */
                    beforeCourse?: string;
                    /** @description One line of text */
                    beforeName?: string;
                    /** @description With the base artwork: what stands on the page, in the order of drawing and of reading. JSON in a form */
                    boxes?: {
                        /** @enum {string} */
                        align?: "left" | "center" | "right";
                        colour?: string;
                        /** @description In thousandths of a millimetre */
                        height: number;
                        /** @enum {string} */
                        kind: "text" | "picture" | "qr" | "id" | "line" | "date";
                        lines?: number;
                        /** @enum {string} */
                        long?: "shrink" | "wrap";
                        /** @description The smallest size of a text, in points */
                        minSize?: number;
                        /** @description logo, signature1 to signature6, or the key of a field for photographs */
                        picture?: string | null;
                        /** @description In points */
                        size?: number;
                        /** @description A text with placeholders, an ID with {id}, or a date with {issueDate} or {expiryDate}; the alternative text of a picture */
                        text?: string;
                        /** @enum {string} */
                        typeface?: "classic" | "garamond" | "garamond-italic" | "garamond-semibold" | "editorial" | "modern" | "modern-bold";
                        /** @description In thousandths of a millimetre */
                        width: number;
                        /** @description In thousandths of a millimetre */
                        x: number;
                        /** @description In thousandths of a millimetre */
                        y: number;
                    }[];
                    /**
                     * @description Dates as 28/02/2026, or with the month in words of the language. numbers by default
                     * @default numbers
                     * @enum {string}
                     */
                    dateStyle?: "numbers" | "words";
                    /** @description With the base artwork: save it as a draft, which may have problems and cannot be chosen */
                    draft?: boolean | ("on" | "true" | "false");
                    /** @description The number of the draft that was read, so that another that was saved meanwhile is kept */
                    draftNumber?: number | string;
                    /** @description One line of text */
                    expiresAfter?: string;
                    /** @description With the base artwork: the faces that its author makes, at most one of a kind; the site makes the others. A card has 85.6 × 54 mm, a wide picture 203.2 × 106.68 mm (1200 × 630 pixels), and a square one 182.88 mm a side (1080 pixels). JSON in a form */
                    faces?: {
                        /** @description The _id of a background that fills this face. The paper colour without it */
                        background?: string | null;
                        boxes: {
                            /** @enum {string} */
                            align?: "left" | "center" | "right";
                            colour?: string;
                            /** @description In thousandths of a millimetre */
                            height: number;
                            /** @enum {string} */
                            kind: "text" | "picture" | "qr" | "id" | "line" | "date";
                            lines?: number;
                            /** @enum {string} */
                            long?: "shrink" | "wrap";
                            /** @description The smallest size of a text, in points */
                            minSize?: number;
                            /** @description logo, signature1 to signature6, or the key of a field for photographs */
                            picture?: string | null;
                            /** @description In points */
                            size?: number;
                            /** @description A text with placeholders, an ID with {id}, or a date with {issueDate} or {expiryDate}; the alternative text of a picture */
                            text?: string;
                            /** @enum {string} */
                            typeface?: "classic" | "garamond" | "garamond-italic" | "garamond-semibold" | "editorial" | "modern" | "modern-bold";
                            /** @description In thousandths of a millimetre */
                            width: number;
                            /** @description In thousandths of a millimetre */
                            x: number;
                            /** @description In thousandths of a millimetre */
                            y: number;
                        }[];
                        /** @enum {string} */
                        kind: "card" | "wide" | "square";
                    }[];
                    /** @description The language of what the layout prints itself, and of dates. English by default */
                    language?: string;
                    logoImage?: string | null;
                    /** @description Subject of the mail about a certificate, with placeholders. The standard one without it. Of organisations that a super admin has approved */
                    mailSubject?: string;
                    /** @description Markdown without images, with placeholders, after what the mail says of the certificate. The standard mail without it. Of organisations that a super admin has approved */
                    mailText?: string;
                    /** @description One line of text */
                    name: string;
                    /**
                     * @description With the base artwork: the size and direction of the page. By default that of the background, or a4
                     * @enum {string}
                     */
                    page?: "a4" | "a4-portrait" | "letter" | "letter-portrait";
                    /**
                     * @description The size of the page. a4 by default. Not with the base artwork, which has page
                     * @enum {string}
                     */
                    pageSize?: "a4" | "letter";
                    /** @description Required, but with the base artwork, which has a default for it */
                    paper?: string;
                    /** @description Required, but with the base artwork, which has a default for it */
                    primary?: string;
                    /**
                     * @default usual
                     * @enum {string}
                     */
                    sample?: "usual" | "longest" | "shortest" | "arabic" | "devanagari" | "cjk";
                    seal?: string;
                    /** @description One line of text */
                    signatory1Name?: string;
                    /** @description One line of text */
                    signatory1Title?: string;
                    /** @description One line of text */
                    signatory2Name?: string;
                    /** @description One line of text */
                    signatory2Title?: string;
                    /** @description One line of text */
                    signatory3Name?: string;
                    /** @description One line of text */
                    signatory3Title?: string;
                    /** @description One line of text */
                    signatory4Name?: string;
                    /** @description One line of text */
                    signatory4Title?: string;
                    /** @description One line of text */
                    signatory5Name?: string;
                    /** @description One line of text */
                    signatory5Title?: string;
                    /** @description One line of text */
                    signatory6Name?: string;
                    /** @description One line of text */
                    signatory6Title?: string;
                    signature1Image?: string | null;
                    signature2Image?: string | null;
                    signature3Image?: string | null;
                    signature4Image?: string | null;
                    signature5Image?: string | null;
                    signature6Image?: string | null;
                    /** @description One line of text */
                    statement?: string;
                    /** @description One line of text */
                    subtitle?: string;
                    /** @description Required, but with the base artwork, which has a default for it */
                    title?: string;
                    /**
                     * @description Required, but with the base artwork, which has a default for it
                     * @enum {string}
                     */
                    typeface?: "classic" | "garamond" | "editorial" | "modern";
                    version?: number | string;
                };
            };
        };
        responses: {
            /** @description The picture, as PNG */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-events": {
        parameters: {
            query?: {
                /** @description The id of an event: only later ones are listed */
                after?: string;
                /** @description The nextCursor of the page before; it replaces after */
                cursor?: string;
                limit?: number;
                /** @description Types of events, separated by commas; without it, all that the token may read */
                types?: string;
                /** @description Seconds to wait for the next event if there is none, at most 25 */
                wait?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["Event"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        fields: components["schemas"]["Field"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-fields": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "hours",
                 *       "name": "Hours",
                 *       "kind": "number",
                 *       "visibility": [
                 *         "certificate"
                 *       ],
                 *       "min": 0
                 *     }
                 */
                "application/json": {
                    /** @description Of a choice */
                    choices?: string[];
                    /** @description The value of certificates for which the field is left out */
                    default?: string | number | boolean;
                    /** @description For lists, placeholders and programs. It never changes */
                    key: string;
                    /**
                     * @description It never changes
                     * @enum {string}
                     */
                    kind: "text" | "number" | "date" | "choice" | "boolean" | "picture" | "running";
                    /** @description Highest number or latest date */
                    max?: string | number;
                    /** @description Most characters of a text. 200 by default */
                    maxLength?: number | string;
                    /** @description Lowest number or earliest date */
                    min?: string | number;
                    /** @description One line of text */
                    name: string;
                    /** @description Of a running number: text with {number} or {number:5}, {year} of the issue date, with which the count begins anew, and {course}. It never changes */
                    pattern?: string;
                    /**
                     * @description What a running number is counted for. The organisation by default. It never changes
                     * @enum {string}
                     */
                    per?: "organisation" | "course";
                    required?: "on" | boolean;
                    /** @description Whether searches of lists find certificates by it */
                    searchable?: "on" | boolean;
                    /** @description The first running number. 1 by default. It never changes */
                    start?: number | string;
                    /**
                     * @description Who sees values besides the issuer: nobody if it is empty. It never changes
                     * @default []
                     */
                    visibility?: ("certificate" | "verifiers" | "shared")[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        field: components["schemas"]["Field"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-fields-fieldId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the field */
                fieldId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Field retired.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "patch-fields-fieldId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the field */
                fieldId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "name": "Hours of instruction",
                 *       "max": 400
                 *     }
                 */
                "application/json": {
                    choices?: string[] | null;
                    default?: (string | number | boolean) | null;
                    max?: (string | number) | null;
                    maxLength?: (number | string) | null;
                    min?: (string | number) | null;
                    /** @description One line of text */
                    name?: string;
                    required?: "on" | boolean;
                    /** @description Whether searches of lists find certificates by it */
                    searchable?: "on" | boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        field: components["schemas"]["Field"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-fields-pictures": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description PNG, JPEG, WebP, GIF or AVIF, at most 10 MB
                     */
                    picture: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        picture: components["schemas"]["FieldPicture"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-holders-erasure": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "mara@students.example",
                 *       "reason": "Request of 14 March",
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    email: string;
                    password: string;
                    /** @description Text of several lines */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description How many certificates lost their holder
                         * @example 2
                         */
                        erased: number;
                        /** @example The holder of 2 certificates was erased. */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-invitations-token": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The token from the mailed link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example You are a member of Harbour Institute now.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-issuers": {
        parameters: {
            query?: {
                cursor?: string;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
                status?: "" | "pending" | "active" | "suspended" | "renaming";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issuers: components["schemas"]["Issuer"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-issuers-issuerId-decision": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the issuer */
                issuerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "approve"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    decision: "approve" | "suspend" | "reinstate";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example Aurora Institute was approved.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-issuers-issuerId-quota": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the issuer */
                issuerId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "perDay": 50000
                 *     }
                 */
                "application/json": {
                    perDay: number | string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example Aurora Institute may issue 50000 certificates a day.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-issuers-name-changes-nameChangeId-decision": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the requested name */
                nameChangeId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "decision": "approve"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    decision: "approve" | "refuse";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example Aurora Institute is now called Aurora Academy.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-mail": {
        parameters: {
            query?: {
                cursor?: string;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lanes: components["schemas"]["MailLane"][];
                        messages: components["schemas"]["TroubledMail"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-mail": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mailId": "all"
                 *     }
                 */
                "application/json": {
                    mailId: "all" | string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example 3 messages are being sent now.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["Invitation"][];
                        members: components["schemas"]["Member"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-members-userId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The member was removed.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "patch-members-userId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the account */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "author"
                 *     }
                 */
                "application/json": {
                    /** @description Needed if the login is older than ten minutes */
                    password?: string;
                    /**
                     * @description What the member may do: certificates, courses, or reading only
                     * @enum {string}
                     */
                    role: "issuer" | "author" | "viewer";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The role was changed.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-members-closing": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The organisation was closed.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-members-invitations": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "mara@osei.example",
                 *       "role": "issuer"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    email: string;
                    /** @description Needed if the login is older than ten minutes */
                    password?: string;
                    /**
                     * @description What the member may do: certificates, courses, or reading only
                     * @enum {string}
                     */
                    role: "issuer" | "author" | "viewer";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitation: {
                            _id: string;
                        };
                        /** @constant */
                        message: "The invitation was sent.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-members-invitations-invitationId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the invitation */
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The invitation was withdrawn.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-members-ownership": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "01a1f82f-2650-75ce-8345-1447293b0eed"
                 *     }
                 */
                "application/json": {
                    /** @description Needed if the login is older than ten minutes */
                    password?: string;
                    userId: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The member was asked to take the ownership over.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-members-ownership": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The offer was withdrawn.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-members-tokens": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                        tokens: components["schemas"]["MemberToken"][];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-members-tokens-tokenId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the token */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The API token was revoked.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-messages": {
        parameters: {
            query?: {
                cursor?: string;
                q?: string;
                show?: "open" | "handled" | "all";
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["Message"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Mara Osei",
                 *       "email": "mara@osei.example",
                 *       "subject": "A question about receipts",
                 *       "message": "Where do I find the receipt of last month?"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    email: string;
                    /** @description Text of several lines */
                    message: string;
                    /** @description One line of text */
                    name: string;
                    /** @description One line of text */
                    subject: string;
                    /**
                     * @default support
                     * @enum {string}
                     */
                    topic?: "contact" | "support";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Your message was sent.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "patch-messages-messageId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the message */
                messageId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "mark": "handled"
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    mark: "handled" | "open";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example The message was marked as handled.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        openapi: "3.1.1";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-organisations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        organisations: components["schemas"]["Organisation"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-organisations-organisationId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the organisation */
                organisationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example You have left Harbour Institute.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "patch-organisations-organisationId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the organisation */
                organisationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Harbour Institute"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example Your new name is waiting for approval.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-organisations-organisationId-ownership": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the organisation */
                organisationId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example You own Harbour Institute now.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-payments": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        payments: components["schemas"]["Payment"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-payments-paymentId": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the payment */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        payment: components["schemas"]["PaymentDetails"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-payments-paymentId-receipt": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the payment */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        receipt: components["schemas"]["Receipt"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-payments-paymentId-refund": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the payment */
                paymentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Paid by mistake"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The payment was refunded.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-payments-all": {
        parameters: {
            query?: {
                cursor?: string;
                from?: "" | string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
                state?: "" | "created" | "pending" | "paid" | "failed" | "expired" | "refunded" | "disputed";
                to?: "" | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        payments: components["schemas"]["ListedPayment"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-payments-credit-notes-creditNoteId": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the credit note */
                creditNoteId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        creditNote: components["schemas"]["CreditNote"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-seller": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        seller: components["schemas"]["Seller"] | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-seller": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Certrace Ltd",
                 *       "address": "1 Quay, Bristol",
                 *       "taxId": "GB123456789",
                 *       "taxRate": "19"
                 *     }
                 */
                "application/json": {
                    /** @description Text of several lines */
                    address?: string;
                    /** @description One line of text */
                    name: string;
                    /** @description One line of text */
                    taxId?: string;
                    /** @description One line of text */
                    taxRate?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example New receipts will show these details.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-statements": {
        parameters: {
            query?: {
                cursor?: string;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        statements: components["schemas"]["Statement"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-statements-statementId": {
        parameters: {
            query?: {
                cursor?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path: {
                /** @description The _id of the statement */
                statementId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["StatementEntry"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        statement: components["schemas"]["WholeStatement"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: components["schemas"]["SiteStatus"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-tokens": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                        tokens: components["schemas"]["Token"][];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-tokens": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Campus system",
                 *       "scopes": [
                 *         "certificates:issue",
                 *         "certificates:read"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Client addresses and ranges (CIDR) that may use the token; without them all may */
                    addresses?: string[] | null;
                    /** @description A date, which counts to its end in UTC, or an instant; without it the token never expires */
                    expiresAt?: string;
                    /** @description One line of text */
                    name: string;
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                    /** @description What the token may do */
                    scopes: ("certificates:issue" | "certificates:read" | "certificates:revoke" | "batches:write" | "designs:write" | "verifications:pay" | "verifications:read" | "payments:read" | "courses:read" | "courses:write" | "webhooks:write" | "audit:read")[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        token: {
                            /** @example 01a1fd90-efbd-76a7-86eb-f5382c5ddfb9 */
                            _id: string;
                            /** @description Ranges that may use it; null for all */
                            addresses: string[] | null;
                            /**
                             * Format: date-time
                             * @description UTC
                             * @example 2026-03-01T09:30:00.000Z
                             */
                            createdAt: string;
                            /** @description Null if it never expires */
                            expiresAt: string | null;
                            /**
                             * @description The address of its last use
                             * @example 192.0.2.7
                             */
                            lastAddress: string;
                            /**
                             * Format: date-time
                             * @description UTC, exact to five minutes
                             * @example 2026-03-01T09:30:00.000Z
                             */
                            lastUsedAt: string;
                            /** @example Campus system */
                            name: string;
                            /** @description Null for a token from before scopes existed: all that the role may do */
                            scopes: ("certificates:issue" | "certificates:read" | "certificates:revoke" | "batches:write" | "designs:write" | "verifications:pay" | "verifications:read" | "payments:read" | "courses:read" | "courses:write" | "webhooks:write" | "audit:read")[] | null;
                            /**
                             * @description Shown once, and not when the call is repeated with its Idempotency-Key, for the Authorization header: ctr_, 43 random characters of 0-9A-Za-z, and their CRC-32 in base 62 (six characters)
                             * @example ctr_…
                             */
                            secret?: string;
                        };
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-tokens-tokenId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the token */
                tokenId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The API token was revoked.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-users-courses": {
        parameters: {
            query?: {
                category?: string;
                cursor?: string;
                filter?: "popular" | "new" | "top-rated";
                limit?: number;
                minRating?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Course"][];
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-users-forgot-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "mara@osei.example"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Reset link sent successfully!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-users-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "mara@osei.example",
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    email: string;
                    /** @description The _id of the organisation to act for. By default the account’s own, or its only one */
                    organisation?: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Login successful!";
                        /** @constant */
                        success: true;
                        /**
                         * @description For the Authorization header of later calls
                         * @example Zk3v…
                         */
                        token: string;
                        user: components["schemas"]["User"];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-users-login-second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "challenge": "g3QyEbM6x6Jp8vXj1nGqf0dZP9SxkT5uR2hLwYcAo4I",
                 *       "code": "492039"
                 *     }
                 */
                "application/json": {
                    challenge: string;
                    code: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        isSuperAdmin?: boolean;
                        /** @constant */
                        message: "Login successful!";
                        /** @constant */
                        success: true;
                        /**
                         * @description For the Authorization header of later calls
                         * @example Zk3v…
                         */
                        token: string;
                        user: components["schemas"]["User"];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-users-logout": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-users-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        user: components["schemas"]["User"];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "patch-users-me": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Mara Osei-Mensah"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    name: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example Your name was changed.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-users-me-addresses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        addresses: string[];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-users-me-addresses": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "mara@students.example"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "A link is on its way to this address. Open it to add the address.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-users-me-addresses": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "mara@students.example"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The address was removed from your account.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-users-me-billing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        billing: components["schemas"]["BillingDetails"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-users-me-billing": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "company": "Osei Consulting",
                 *       "taxId": "GB123456789"
                 *     }
                 */
                "application/json": {
                    /** @description One line of text */
                    company?: string;
                    /** @description One line of text */
                    taxId?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example Your next receipts will show these details.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-users-me-email": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "mara@new.example",
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    email: string;
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example A link is on its way to the new address. Nothing changes until you open it.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-users-me-hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        holdMinutes: number;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-users-me-hold": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "holdMinutes": 10
                 *     }
                 */
                "application/json": {
                    holdMinutes: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example Your waiting time was saved.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-users-me-password": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "blue-heron-over-fen",
                 *       "newPassword": "green-otter-by-the-lake"
                 *     }
                 */
                "application/json": {
                    currentPassword: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Your password was changed.";
                        /** @constant */
                        success: true;
                        /**
                         * @description For the Authorization header of later calls
                         * @example Zk3v…
                         */
                        token?: string;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-users-me-reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        reminders: components["schemas"]["Reminders"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-users-me-reminders": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "students": true,
                 *       "summary": true,
                 *       "replyTo": "office@aurora.example"
                 *     }
                 */
                "application/json": {
                    /** @description Where replies to mails about certificates go. Empty for nowhere; absent keeps it */
                    replyTo?: ("" | string) | null;
                    /** @description Whether students get reminders */
                    students?: "on" | boolean;
                    /** @description Whether the issuer gets summaries */
                    summary?: "on" | boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example Your reminders were saved.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-users-me-sessions": {
        parameters: {
            query?: {
                cursor?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        sessions: components["schemas"]["Session"][];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-users-me-sessions": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example 2 other sessions were ended.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-users-me-sessions-sessionId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the login or the token */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "password": "blue-heron-over-fen"
                 *     }
                 */
                "application/json": {
                    /** @description The account's, a super admin's Password 1, for a login that is older than 10 minutes */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example The session was ended.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-users-me-sharing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sharing: boolean;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "put-users-me-sharing": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "sharing": true
                 *     }
                 */
                "application/json": {
                    /** @description Whether holders may share the issuer’s certificates */
                    sharing?: "on" | boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description A sentence for people
                         * @example Your choice about sharing was saved.
                         */
                        message: string;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-users-register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Mara Osei",
                 *       "email": "mara@osei.example",
                 *       "password": "blue-heron-over-fen",
                 *       "role": "individual"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    email: string;
                    /** @description One line of text */
                    name: string;
                    password: string;
                    /** @enum {string} */
                    role: "admin" | "corporate" | "individual";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Please verify your email!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-users-resend-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "mara@osei.example"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: email
                     * @description In any case, with its domain in letters or in punycode
                     */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "If this address has an account that is not verified yet, a new link is on its way to it.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-users-reset-password-token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token from the mailed link */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "newPassword": "green-otter-by-the-lake"
                 *     }
                 */
                "application/json": {
                    /** @description A code of the second factor, for an account whose change of address was undone */
                    code?: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Password reset successful!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-users-verify-token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The token from the mailed link */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "Email verified successfully!";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-verifications": {
        parameters: {
            query?: {
                /** @description The name of a course */
                course?: string;
                cursor?: string;
                from?: "" | string;
                limit?: number;
                q?: string;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
                state?: "" | "paid" | "unpaid";
                /** @description The time zone of the days from and to */
                timeZone?: string;
                to?: "" | string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                        verifications: components["schemas"]["OwnVerification"][];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-webhooks": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-webhooks": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.org/hooks",
                 *       "types": [
                 *         "certificate.issued",
                 *         "certificate.revoked"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The types of events to send */
                    types: ("certificate.issued" | "certificate.revoked" | "certificate.replaced" | "certificate.expiring" | "certificate.verified" | "batch.done" | "payment.paid" | "payment.refunded" | "course.enrolled" | "course.completed")[];
                    /** @description An https address that is public */
                    url: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        webhook: components["schemas"]["NewWebhook"];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-webhooks-webhookId": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The _id of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "delete-webhooks-webhookId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        message: "The webhook was deleted.";
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "patch-webhooks-webhookId": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "types": [
                 *         "certificate.issued"
                 *       ],
                 *       "active": true
                 *     }
                 */
                "application/json": {
                    /** @description Whether it is on. What happens while it is off is sent once it is on again */
                    active?: boolean;
                    /** @description The types of events to send */
                    types?: ("certificate.issued" | "certificate.revoked" | "certificate.replaced" | "certificate.expiring" | "certificate.verified" | "batch.done" | "payment.paid" | "payment.refunded" | "course.enrolled" | "course.completed")[];
                    /** @description An https address that is public */
                    url?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "get-webhooks-webhookId-deliveries": {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
                /** @description Leaves out what is older than this date (UTC) or instant. What has no time yet stays */
                since?: string;
            };
            header?: never;
            path: {
                /** @description The _id of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    /** @description The next page, rel="next"; absent on the last page */
                    Link?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["Delivery"][];
                        /**
                         * @description The cursor of the next page; null on the last page. With filters, a page may have fewer entries than the limit
                         * @example czQy
                         */
                        nextCursor: string | null;
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-webhooks-webhookId-deliveries-deliveryId-redelivery": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the delivery */
                deliveryId: string;
                /** @description The _id of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["Delivery"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-webhooks-webhookId-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        webhook: components["schemas"]["NewWebhook"];
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    "post-webhooks-webhookId-test": {
        parameters: {
            query?: never;
            header?: {
                /** @description For 24 hours, a call with the same key, path and body gets the same response, with Idempotency-Replayed: true, and changes nothing */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The _id of the webhook */
                webhookId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        delivery: components["schemas"]["Delivery"];
                        /** @constant */
                        success: true;
                    };
                };
            };
            /** @description Something went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "message": "Something went wrong.",
                     *       "code": "internal"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
