import type { RequestLog } from "../base/event-log";
import type { CookieJar } from "./cookie-jar";

/** What sessions need of the request that shows one. */
export type RequestContext = {
	url: string;
	cookies: CookieJar;
	requestId: string;
	log: RequestLog;
	clientAddress: () => string | null;
	keepAlive: (work: Promise<unknown>) => void;
};
