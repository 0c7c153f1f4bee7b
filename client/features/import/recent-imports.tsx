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
import { failureSentence } from "../../api/failure-sentences";
import { trpc, trpcClient } from "../../api/trpc";
import { toastFailure } from "../../forms/toast-failure";
import { displayFormats } from "../../ui/display-formats";
import { StatusChip } from "../../ui/feedback/status-chip";
import { SmallButton } from "../../ui/form/buttons";
import layout from "../../ui/layout/layouts.module.css";
import { Rows } from "../../ui/layout/rows";
import { useTickingNow } from "../../ui/time/relative-time";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/import";
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
				<SmallButton autoFocus onClick={() => setAsked(null)}>
					{t("cancel")}
				</SmallButton>
				<Button
					color="red"
					size="compact-md"
					loading={mutation.isPending && mutation.variables === key}
					onClick={() => mutation.mutate(key)}
				>
					{t("undo.remove", { count: accepted })}
				</Button>
			</>
		) : (
			<SmallButton aria-label={label} onClick={() => setAsked(key)}>
				{t("undo.ask")}
			</SmallButton>
		);
	const rows = recent.map((made) => {
		const { id, deviceId, fileName, accepted, rejected, createdBy, createdAt, settlesAt, undoneAt, undone } = made;
		const label = t("undoOf", { name: fileName });
		const key = rejected > 0 ? "recent.rowRejected" : "recent.row";
		const values = {
			count: accepted,
			rejected,
			device: names.get(deviceId) ?? t("recent.someDevice"),
			author: createdBy,
			age: <TimeStamp at={createdAt.getTime()} show="age" />,
		};
		return {
			key: id,
			name: fileName,
			under: (
				<>
					{undoneAt === null
						? rich(`${key}Until`, { ...values, time: <TimeStamp at={settlesAt.getTime()} /> })
						: rich(key, values)}
					{undone && `. ${t("recent.undone", { what: describeUndone(undone, displayFormats()) })}`}
					{id === wanted && undoneAt === null && <WhatUndoDoes accepted={accepted} />}
				</>
			),
			end:
				undoneAt === null ? (
					endOf(id, { label, accepted, mutation: undoing })
				) : (
					<StatusChip tone="off">{t("state.undone")}</StatusChip>
				),
		};
	});
	const batches = new Map(batchesOf(recent).map((batch) => [batch.first.id, batch]));
	return (
		<section className={`${layout.fieldset} ${classes.group}`} aria-label={t("recent.title")}>
			<h3>{t("recent.title")}</h3>
			<div className={classes.recent}>
				<Rows
					rows={rows.flatMap((row) => {
						const batch = batches.get(row.key);
						if (!batch) return [row];
						const { id, count, accepted, first } = batch;
						const label = t("undo.ofAll", { count });
						const head = {
							key: id,
							name: t("recent.together", { count }),
							under: (
								<>
									{rich("recent.batch", {
										count: accepted,
										author: first.createdBy,
										age: <TimeStamp at={first.createdAt.getTime()} show="age" />,
									})}
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
	return <span role="status">. {t("undo.effect", { count: accepted })}</span>;
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

/** Calls `onUndone` before other screens have loaded the changes of the undo. */
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
				undone
					? t("undo.doneWith", { file: fileName, what: describeUndone(undone, displayFormats()) })
					: t("undo.done", { file: fileName }),
			);
			await refresh();
		},
		onError: toastFailure,
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
				t("undo.doneAll", { count: imports.length, what: describeUndone(sumOf(imports), displayFormats()) }),
			);
			for (const { fileName, reason } of left)
				toast.error(t("undo.failed", { file: fileName, why: failureSentence(reason) }));
			await refresh();
		},
		onError: toastFailure,
	});
	const offerUndoOfBatch = (batchId: string, made: readonly MadeImport[]) => {
		const readings = made.reduce((sum, { accepted }) => sum + accepted, 0);
		if (made.length === 0) toast.info(t("done.nothing"), { duration: toastMs });
		else
			toast.success(t("imported.fromFiles", { readings, files: made.length }), {
				duration: toastMs,
				action: { label: t("undo.all"), onClick: () => undoingBatch.mutate(batchId) },
			});
	};
	const offerUndo = ({ id, deviceId, accepted, duplicates, rejected, fileName, from, to }: MadeImport) => {
		if (id === null) {
			toast.info(withSkipped(t("nothingNewIn", { file: fileName, count: duplicates }), rejected), {
				duration: toastMs,
			});
			return;
		}
		toast.success(withSkipped(t("imported.fromFile", { count: accepted, file: fileName }), rejected), {
			duration: toastMs,
			action: { label: t("undo"), onClick: () => undoing.mutate(id) },
			...(from !== null &&
				to !== null && {
					cancel: {
						label: t("show"),
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

export function withSkipped(sentence: string, rejected: number): string {
	return rejected === 0 ? sentence : `${sentence} ${t("skipped", { count: rejected })}`;
}
