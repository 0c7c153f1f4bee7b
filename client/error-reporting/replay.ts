/** A file of its own, so that recording is a chunk of its own and nothing else of the SDK comes with it. */
export { replayIntegration } from "@sentry/react";
