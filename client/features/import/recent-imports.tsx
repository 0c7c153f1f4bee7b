import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { toast } from "sonner";
import { minuteMs } from "../../../shared/base/durations";
import { groupedBy } from "../../../shared/base/lists";
import type { LogDevice } from "../../../shared/log/log";
import type { MadeImport, ReadingImport } from "../../../shared/log/reading-import";
import { describeUndone, type UndoneImport } from "../../../shared/log/undone-import";
import { sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
import { failureSentence } from "../../api/failure-sentences";
import { trpc, trpcClient } from "../../api/trpc";
import { displayFormats } from "../../ui/display-formats";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countOf, countText } from "../../ui/format";
import { Rows } from "../../ui/layout/rows";
import { useTickingNow } from "../../ui/time/relative-time";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./import.module.css";

const checkEveryMs = minuteMs;
const toastMs = 15_000;

export function RecentImports({ devices }: { devices: LogDevice[] }) {
	const imports = useQuery(trpc.log.getImports.queryOptions());
	const now = useTickingNow(checkEveryMs);
	const { undoing, undoingBatch } = useUndoImport();
	const [wanted, setAsked] = useState<string | null>(null);
	const names = new Map(devices.map(({ id, name }) => [id, name]));
	const recent = (imports.data ?? []).filter(({ settlesAt }) => settlesAt.getTime() > now);
	if (imports.isError) return <p className={classes.complaint}>{sentenceFor(imports.error)}</p>;
	if (recent.length === 0) return null;
	const endOf = (key: string, { label, accepted, mutation }: Undoing) =>
		key === wanted ? (
			<>
				<Button variant="default" size="compact-md" autoFocus onClick={() => setAsked(null)}>
					Cancel
				</Button>
				<Button
					color="red"
					size="compact-md"
					loading={mutation.isPending && mutation.variables === key}
					onClick={() => mutation.mutate(key)}
				>
					Remove {countOf(accepted, "reading")}
				</Button>
			</>
		) : (
			<Button variant="default" size="compact-md" aria-label={label} onClick={() => setAsked(key)}>
				Undo…
			</Button>
		);
	const rows = recent.map((made) => {
		const { id, deviceId, fileName, accepted, rejected, createdBy, createdAt, settlesAt, undoneAt, undone } = made;
		const label = `Undo the import of ${fileName}`;
		return {
			key: id,
			name: fileName,
			under: (
				<>
					{countOf(accepted, "reading")}
					{rejected > 0 && `, ${countText(rejected)} rejected,`} into {names.get(deviceId) ?? "a device"} by {createdBy}
					, <TimeStamp at={createdAt.getTime()} show="age" />
					{undoneAt === null && (
						<>
							. Can be undone until <TimeStamp at={settlesAt.getTime()} />
						</>
					)}
					{undone && `. Undone: ${describeUndone(undone, displayFormats())}`}
					{id === wanted && undoneAt === null && <WhatUndoDoes accepted={accepted} />}
				</>
			),
			end:
				undoneAt === null ? (
					endOf(id, { label, accepted, mutation: undoing })
				) : (
					<StatusChip tone="off">Undone</StatusChip>
				),
		};
	});
	const batches = new Map(batchesOf(recent).map((batch) => [batch.first.id, batch]));
	return (
		<section className={classes.group} aria-label="Imported in the last 24 hours">
			<h3>Imported in the last 24 hours</h3>
			<div className={classes.recent}>
				<Rows
					rows={rows.flatMap((row) => {
						const batch = batches.get(row.key);
						if (!batch) return [row];
						const { id, count, accepted, first } = batch;
						const files = countOf(count, "file");
						const label = `Undo the import of all ${files}`;
						const head = {
							key: id,
							name: `${files} imported together`,
							under: (
								<>
									{countOf(accepted, "reading")} by {first.createdBy},{" "}
									<TimeStamp at={first.createdAt.getTime()} show="age" />
									{id === wanted && <WhatUndoDoes accepted={accepted} />}
								</>
							),
							end: endOf(id, { label, accepted, mutation: undoingBatch }),
						};
						return [head, row];
					})}
				/>
			</div>
		</section>
	);
}

type Undoing = {
	label: string;
	accepted: number;
	mutation: { isPending: boolean; variables: string | undefined; mutate: (key: string) => void };
};

function WhatUndoDoes({ accepted }: { accepted: number }) {
	return <span role="status">. Removes {countOf(accepted, "reading")} and brings back values that it replaced.</span>;
}

function batchesOf(recent: readonly ReadingImport[]) {
	const standing = recent.filter(({ batchId, undoneAt }) => batchId !== null && undoneAt === null);
	return [...groupedBy(standing, ({ batchId }) => batchId)].flatMap(([id, imports]) => {
		const first = recent.find(({ batchId }) => batchId === id);
		const accepted = imports.reduce((sum, made) => sum + made.accepted, 0);
		return id !== null && first && imports.length > 1 ? [{ id, first, accepted, count: imports.length }] : [];
	});
}

type Undone = Pick<Awaited<ReturnType<typeof trpcClient.log.undoImport.mutate>>, "id" | "undone">;

/** Calls `onUndone` before other screens have loaded what the undo changed. */
export function useUndoImport(onUndone?: (imports: readonly Undone[]) => void) {
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const refresh = () =>
		Promise.all([
			queryClient.invalidateQueries(trpc.log.pathFilter()),
			queryClient.invalidateQueries(trpc.device.pathFilter()),
		]);
	const undoing = useMutation({
		mutationFn: (importId: string) => trpcClient.log.undoImport.mutate({ importId }),
		onSuccess: async (made) => {
			const { fileName, undone } = made;
			onUndone?.([made]);
			toast.success(
				`The import of ${fileName} is undone${undone ? `: ${describeUndone(undone, displayFormats())}` : ""}.`,
			);
			await refresh();
		},
		onError: (error) => {
			reportQueryFailure(error, true);
			toast.error(sentenceFor(error));
		},
	});
	const undoingBatch = useMutation({
		mutationFn: async (batchId: string) => {
			for (;;) {
				const batch = await trpcClient.log.undoImportBatch.mutate({ batchId });
				if (!batch.isMore) return batch;
			}
		},
		onSuccess: async ({ imports, left }) => {
			onUndone?.(imports);
			toast.success(
				`${countOf(imports.length, "import")} undone: ${describeUndone(sumOf(imports), displayFormats())}.`,
			);
			for (const { fileName, reason } of left) toast.error(`${fileName} is not undone. ${failureSentence(reason)}`);
			await refresh();
		},
		onError: (error) => {
			reportQueryFailure(error, true);
			toast.error(sentenceFor(error));
		},
	});
	const offerUndoOfBatch = (batchId: string, made: readonly MadeImport[]) => {
		const readings = made.reduce((sum, { accepted }) => sum + accepted, 0);
		if (made.length === 0) toast.info("Nothing new in these files.", { duration: toastMs });
		else
			toast.success(`Imported ${countOf(readings, "reading")} from ${countOf(made.length, "file")}.`, {
				duration: toastMs,
				action: { label: "Undo all", onClick: () => undoingBatch.mutate(batchId) },
			});
	};
	const offerUndo = ({ id, deviceId, accepted, duplicates, rejected, fileName, from, to }: MadeImport) => {
		const denied = rejected === 0 ? "" : ` ${countOf(rejected, "cell")} skipped.`;
		if (id === null) {
			toast.info(`Nothing new in ${fileName}: ${alreadyThere(duplicates)}.${denied}`, { duration: toastMs });
			return;
		}
		toast.success(`Imported ${countOf(accepted, "reading")} from ${fileName}.${denied}`, {
			duration: toastMs,
			action: { label: "Undo", onClick: () => undoing.mutate(id) },
			...(from !== null &&
				to !== null && {
					cancel: {
						label: "Show",
						// The end of a span is exclusive.
						onClick: () =>
							void navigate({ to: "/log/", search: { device: deviceId, from: String(from), to: String(to + 1) } }),
					},
				}),
		});
	};
	return { undoing, undoingBatch, offerUndo, offerUndoOfBatch };
}

function sumOf(imports: readonly { undone: UndoneImport | null }[]): UndoneImport {
	const sum = (field: "removed" | "restored") =>
		imports.reduce((total, { undone }) => total + (undone?.[field] ?? 0), 0);
	return { removed: sum("removed"), restored: sum("restored"), kept: [] };
}

/** For a file without new readings: "all 58 readings were there already". */
export function alreadyThere(duplicates: number): string {
	if (duplicates === 0) return "it has no reading to import";
	return duplicates === 1
		? "its 1 reading was there already"
		: `all ${countOf(duplicates, "reading")} were there already`;
}
