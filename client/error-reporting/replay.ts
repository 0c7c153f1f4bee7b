/** A file of its own, so that recording is a chunk without the rest of the SDK. */
export { replayIntegration } from "@sentry/react";
