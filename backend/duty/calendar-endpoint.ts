import { hexOf } from "../../shared/base/hex";
import { pageOfAccount } from "../../shared/base/links";
import { networkOf } from "../../shared/base/network-of";
import type { AccountObjects } from "../base/context";
import { type DirectRequest, type DirectResponse, responseWith } from "../base/direct-response";
import { addressOf } from "../base/internal-headers";
import type { IngestKeys } from "../keys/ingest-keys";
import { calendarFile } from "./calendar-file";
import type { CalendarCall, CalendarResponse } from "./serve-calendar";

type CalendarParts = {
	tokens: Pick<IngestKeys, "parse">;
	accounts: AccountObjects<{ showDutyCalendar(call: CalendarCall): Promise<CalendarResponse> }>;
	denied: RateLimit;
	consoleUrl: string | null;
};

const deniedPeriodSeconds = 60;

/** `GET /api/duty/<token>.ics`. Calendar programs take an address alone, so the token is in it and is never logged. */
export function createCalendarEndpoint({ tokens, accounts, denied, consoleUrl }: CalendarParts) {
	return async function calendarEndpoint(request: DirectRequest<"calendar">): Promise<DirectResponse<"calendar">> {
		const claims = await tokens.parse(/\/([^/]+)\.ics$/.exec(new URL(request.url).pathname)?.[1] ?? "");
		if (claims === null) return denyUnknown(request);
		const { accountId, senderId: calendarId, secret } = claims;
		const found = await accounts.get(accounts.idFromName(accountId)).showDutyCalendar({ calendarId, secret });
		if (!("denial" in found)) return respond(request, found);
		return found.denial === "unknown" ? denyUnknown(request) : tooMany(found.retryAfterSeconds);
	};

	async function respond(
		{ method, headers }: DirectRequest<"calendar">,
		{ name, stampedAt, turns, accountId }: Extract<CalendarResponse, { turns: object }>,
	): Promise<DirectResponse<"calendar">> {
		const events = turns.map(({ path, ...turn }) => {
			return { ...turn, url: consoleUrl === null ? null : `${consoleUrl}${pageOfAccount(path, accountId)}` };
		});
		const file = new TextEncoder().encode(calendarFile({ name, stampedAt, events }));
		const etag = `"${hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", file))).slice(0, 32)}"`;
		const known = { etag, "cache-control": "private, no-cache" } as const;
		const tags = (headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
		if (tags.includes(etag)) return responseWith(null, { status: 304, headers: known });
		const typed = { ...known, "content-type": "text/calendar; charset=utf-8" } as const;
		return responseWith(method === "HEAD" ? null : file, { headers: typed });
	}

	async function denyUnknown(request: DirectRequest<"calendar">): Promise<DirectResponse<"calendar">> {
		const network = networkOf(addressOf(request.headers) ?? "unknown");
		const { success } = await denied.limit({ key: `calendar from ${network}` });
		return success ? responseWith(null, { status: 404 }) : tooMany(deniedPeriodSeconds);
	}
}

function tooMany(seconds: number): DirectResponse<"calendar"> {
	return responseWith(null, { status: 429, headers: { "retry-after": String(seconds) } });
}
