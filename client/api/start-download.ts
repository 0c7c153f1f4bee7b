import { headerNames, requestedByValue } from "../../shared/base/header-names";
import { anySignal } from "../base/any-signal";
import { doubtPerson } from "./doubt";
import { asThisPage } from "./named-account";
import { session } from "./session";

type DownloadDenial = { httpStatus: number; requestId: string | null };

/** HTTP status of a file or export if another user than the page's is signed in. */
const otherPersonStatus = 409;

/** Null: the download has begun. Requests the head first, because a plain link would save a denial as a broken file. */
export async function startDownload(path: string): Promise<DownloadDenial | null> {
	await session.beforeCall();
	const address = asThisPage(new URL(path, window.location.href)).href;
	const looking = new AbortController();
	const { ok, status, headers } = await session.send("read", (leaving) =>
		fetch(address, {
			credentials: "same-origin",
			headers: { [headerNames.requestedBy]: requestedByValue },
			signal: anySignal([looking.signal, leaving]),
		}),
	);
	looking.abort();
	if (status === otherPersonStatus) doubtPerson();
	if (!ok) return { httpStatus: status, requestId: headers.get(headerNames.requestId) };
	const link = document.createElement("a");
	link.href = address;
	link.download = "";
	link.click();
	return null;
}
