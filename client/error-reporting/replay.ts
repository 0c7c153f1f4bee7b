/** A file of its own makes recording a chunk of its own, without the rest of the SDK. */
export { replayIntegration } from "@sentry/react";
