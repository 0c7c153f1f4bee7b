import { IconDownload, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { t } from "../../words/made/lists";
import { PlainButton } from "../form/buttons";
import { downloadText } from "./export-csv";
import type { ListNoun } from "./list-noun";

/** Rows are held until the last page; more would not fit a browser's memory. */
const mostRows = 200_000;

/** `read` takes no cursor for the first page. */
export type ListPages<Row> = {
	read: (cursor: string | undefined) => Promise<{ rows: Row[]; nextCursor: string | null }>;
	sentenceFor: (error: unknown) => string;
};

type ExportPagesProps<Row> = {
	fileName: string;
	noun: ListNoun;
	pages: ListPages<Row>;
	text: (rows: Row[]) => string;
};

export function ExportPagesButton<Row>({ fileName, noun, pages, text }: ExportPagesProps<Row>) {
	const [readCount, setReadCount] = useState<number | null>(null);
	const reading = useRef<AbortController>(undefined);
	useEffect(() => () => reading.current?.abort(), []);
	const isReading = readCount !== null;

	const cancel = () => {
		reading.current?.abort();
		setReadCount(null);
	};
	const exportAll = async () => {
		const controller = new AbortController();
		reading.current = controller;
		const { signal } = controller;
		setReadCount(0);
		try {
			const all = await readToEnd(pages, { signal, onCount: setReadCount });
			if (signal.aborted) return;
			if (all !== null) downloadText(fileName, text(all));
			else toast.error(t("export.tooMany", { noun, count: mostRows }));
		} catch (error) {
			if (!signal.aborted) toast.error(t("export.failed", { reason: pages.sentenceFor(error) }));
		} finally {
			if (!signal.aborted) setReadCount(null);
		}
	};

	// One button for both, so that it keeps the focus.
	return (
		<PlainButton
			leftSection={isReading ? <IconX size={17} stroke={1.7} /> : <IconDownload size={17} stroke={1.7} />}
			onClick={isReading ? cancel : () => void exportAll()}
		>
			{isReading ? t("export.cancel") : t("export")}
			{isReading && <span role="status">: {t("export.read", { noun, count: readCount })}</span>}
		</PlainButton>
	);
}

type Reading = { signal: AbortSignal; onCount: (count: number) => void };

/** Null: too many rows. Once canceled, requests no further page. */
async function readToEnd<Row>({ read }: ListPages<Row>, { signal, onCount }: Reading): Promise<Row[] | null> {
	const all: Row[] = [];
	let cursor: string | undefined;
	do {
		const page = await read(cursor);
		for (const row of page.rows) all.push(row);
		cursor = page.nextCursor ?? undefined;
		if (all.length > mostRows) return null;
		if (!signal.aborted) onCount(all.length);
	} while (cursor !== undefined && !signal.aborted);
	return all;
}
