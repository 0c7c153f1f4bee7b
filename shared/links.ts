/** Links of messages, each with its token: what follows this path acts without a sign-in. */
export const linkPath = "/api/links/";
