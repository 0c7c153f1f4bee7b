import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { toast } from "sonner";
import { minuteMs } from "../../../shared/base/durations";
import type { LogDevice } from "../../../shared/log/log";
import type { MadeImport } from "../../../shared/log/reading-import";
import { describeUndone } from "../../../shared/log/undone-import";
import { sentenceFor } from "../../api/api-error";
import { reportQueryFailure } from "../../api/error-funnel";
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
	const { undoing } = useUndoImport();
	const [wanted, setAsked] = useState<string | null>(null);
	const names = new Map(devices.map(({ id, name }) => [id, name]));
	const recent = (imports.data ?? []).filter(({ settlesAt }) => settlesAt.getTime() > now);
	if (imports.isError) return <p className={classes.complaint}>{sentenceFor(imports.error)}</p>;
	if (recent.length === 0) return null;
	return (
		<section className={classes.group} aria-label="Imported in the last 24 hours">
			<h3>Imported in the last 24 hours</h3>
			<div className={classes.recent}>
				<Rows
					rows={recent.map(
						({ id, deviceId, fileName, accepted, rejected, createdBy, createdAt, settlesAt, undoneAt, undone }) => ({
							key: id,
							name: fileName,
							under: (
								<>
									{countOf(accepted, "reading")}
									{rejected > 0 && `, ${countText(rejected)} refused,`} into {names.get(deviceId) ?? "a device"} by{" "}
									{createdBy}, <TimeStamp at={createdAt.getTime()} show="age" />
									{undoneAt === null && (
										<>
											. Can be undone until <TimeStamp at={settlesAt.getTime()} />
										</>
									)}
									{undone && `. Undone: ${describeUndone(undone, displayFormats())}`}
									{id === wanted && undoneAt === null && (
										<span role="status">
											. Removes {countOf(accepted, "reading")} and brings back values that it replaced.
										</span>
									)}
								</>
							),
							end:
								undoneAt !== null ? (
									<StatusChip tone="off">Undone</StatusChip>
								) : id === wanted ? (
									<>
										<Button variant="default" size="compact-md" autoFocus onClick={() => setAsked(null)}>
											Cancel
										</Button>
										<Button
											color="red"
											size="compact-md"
											loading={undoing.isPending && undoing.variables === id}
											onClick={() => undoing.mutate(id)}
										>
											Remove {countOf(accepted, "reading")}
										</Button>
									</>
								) : (
									<Button
										variant="default"
										size="compact-md"
										aria-label={`Undo the import of ${fileName}`}
										onClick={() => setAsked(id)}
									>
										Undo…
									</Button>
								),
						}),
					)}
				/>
			</div>
		</section>
	);
}

export function useUndoImport() {
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const undoing = useMutation({
		mutationFn: (importId: string) => trpcClient.log.undoImport.mutate({ importId }),
		onSuccess: async ({ fileName, undone }) => {
			toast.success(
				`The import of ${fileName} is undone${undone ? `: ${describeUndone(undone, displayFormats())}` : ""}.`,
			);
			await Promise.all([
				queryClient.invalidateQueries(trpc.log.pathFilter()),
				queryClient.invalidateQueries(trpc.device.pathFilter()),
			]);
		},
		onError: (error) => {
			reportQueryFailure(error, true);
			toast.error(sentenceFor(error));
		},
	});
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
	return { undoing, offerUndo };
}

/** For a file without new readings: "all 58 readings were there already". */
export function alreadyThere(duplicates: number): string {
	if (duplicates === 0) return "it has no reading to import";
	return duplicates === 1
		? "its 1 reading was there already"
		: `all ${countOf(duplicates, "reading")} were there already`;
}
