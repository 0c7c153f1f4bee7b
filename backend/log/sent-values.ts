import type { ReadingColumns } from "../../shared/log";
import type { LogStore, SpanRequest } from "./log-store";

type RawColumn = Pick<ReadingColumns, "raw">;
type ReadColumns = Pick<ReadingColumns, "channel" | "readingAt">;
type Remembering = {
	/** The same log. */
	log: LogStore;
	/** The column of what was sent, for readings that came through the log; none where all of them read as they were sent. */
	rawOf: (readings: ReadColumns, channels: { id: string }[]) => RawColumn;
};

/** Keeps what was sent of every reading that reads otherwise, however pages are put together of what is read. */
export function rememberSent(log: LogStore): Remembering {
	const sentOf = new Map<string, Map<number, number>>();

	async function readSpan(request: SpanRequest) {
		const { sent, ...page } = await log.readSpan(request);
		for (const [place, value] of sent?.entries() ?? []) {
			if (value === page.value[place]) continue;
			const channelId = request.channels[page.channel[place] ?? -1]?.channelId ?? "";
			const known = sentOf.get(channelId) ?? new Map<number, number>();
			sentOf.set(channelId, known.set(page.readingAt[place] ?? 0, value));
		}
		return page;
	}

	function rawOf({ channel, readingAt }: ReadColumns, channels: { id: string }[]): RawColumn {
		if (sentOf.size === 0) return {};
		const columns = channels.map(({ id }) => sentOf.get(id));
		const raw = channel.map((index, place) => columns[index]?.get(readingAt[place] ?? 0) ?? null);
		return raw.every((value) => value === null) ? {} : { raw };
	}

	return { log: { ...log, readSpan }, rawOf };
}
