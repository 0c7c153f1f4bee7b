import { headerNames, requestedByValue } from "../../../shared/limits";
import { session } from "../../api/session";

/** Why no file comes: 501 where the backend makes none. */
type ExportRefusal = { httpStatus: number; requestId: string | null };

/**
 * Begins a download, or answers why it was refused. A link alone would show a refusal as a broken file, so the
 * answer's head is looked at first; what follows it is left to the browser, which writes it to disk as it comes.
 */
export async function startExport(address: string): Promise<ExportRefusal | null> {
	await session.beforeCall();
	const looking = new AbortController();
	const { ok, status, headers } = await session.send("read", (leaving) =>
		fetch(address, {
			credentials: "same-origin",
			headers: { [headerNames.requestedBy]: requestedByValue },
			signal: AbortSignal.any([looking.signal, leaving]),
		}),
	);
	looking.abort();
	if (!ok) return { httpStatus: status, requestId: headers.get(headerNames.requestId) };
	const link = document.createElement("a");
	link.href = address;
	link.download = "";
	link.click();
	return null;
}
