import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { Device } from "../../../../shared/device/device";
import type { ReadingVerdict, VerdictKind } from "../../../../shared/log/reading-verdicts";
import { sentenceFor } from "../../../api/api-error";
import { useRefreshInterval } from "../../../api/live";
import { trpc, trpcClient } from "../../../api/trpc";
import { ActionDialog } from "../../../forms/action-dialog";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Select } from "../../../ui/form/select";
import { Card } from "../../../ui/layout/card";
import { Rows } from "../../../ui/layout/rows";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { useRefreshDevice } from "../use-refresh-device";
import classes from "./settings.module.css";

type VerdictsCardProps = { device: Device; denial: string | null };

const everyChannel = "all";

export function VerdictsCard({ device, denial }: VerdictsCardProps) {
	const [chosen, setChosen] = useState(everyChannel);
	const [ending, setEnding] = useState<ReadingVerdict | null>(null);
	const verdicts = useQuery({
		...trpc.log.getVerdicts.queryOptions({
			deviceId: device.id,
			...(chosen !== everyChannel && { channelId: chosen }),
		}),
		refetchInterval: useRefreshInterval(),
	});
	const all = verdicts.data ?? [];
	const ended = all.filter(({ endedAt }) => endedAt !== null);
	const props = { device, denial, onEnd: setEnding };
	return (
		<Card title="Excluded readings">
			<div className={classes.body}>
				<p className={classes.help}>
					To exclude readings, or let doubtful ones count, use the actions of a row in the log. For a span, zoom into it
					in the chart of the log.
				</p>
				{device.channels.length > 1 && (
					<Select
						label="Channel"
						data={[
							{ value: everyChannel, label: "All channels" },
							...device.channels.map(({ id, name }) => ({ value: id, label: name })),
						]}
						value={chosen}
						onChange={setChosen}
					/>
				)}
				{verdicts.isError && <p className={classes.listError}>{sentenceFor(verdicts.error)}</p>}
				{verdicts.data?.length === 0 && <p className={classes.help}>Nothing was excluded or counted yet.</p>}
				<VerdictRows {...props} verdicts={all.filter(({ endedAt }) => endedAt === null)} />
				{ended.length > 0 && (
					<details>
						<summary>Taken back</summary>
						<VerdictRows {...props} verdicts={ended} />
					</details>
				)}
			</div>
			{ending && <TakeBackDialog device={device} verdict={ending} onClose={() => setEnding(null)} />}
		</Card>
	);
}

type VerdictRowsProps = VerdictsCardProps & { verdicts: ReadingVerdict[]; onEnd: (verdict: ReadingVerdict) => void };

function VerdictRows({ device, denial, verdicts, onEnd }: VerdictRowsProps) {
	if (verdicts.length === 0) return null;
	return (
		<Rows
			rows={verdicts.map((verdict) => {
				const { seq, reason, author, createdAt, endedAt, endedBy } = verdict;
				const name = `${channelName(device, verdict)}: ${words[verdict.verdict].name}`;
				return {
					key: String(seq),
					name,
					under: (
						<>
							<div>
								<VerdictSpan device={device} verdict={verdict} />
							</div>
							<div>{reason}</div>
							<div>
								By {author}, <TimeStamp at={createdAt} clock={device} isFocusable />
							</div>
							{endedAt !== null && (
								<div>
									Taken back by {endedBy}, <TimeStamp at={endedAt} clock={device} isFocusable />
								</div>
							)}
						</>
					),
					end: endedAt === null && (
						<GuardedButton
							denial={denial}
							size="compact-md"
							label={`Take back ${name}, ${reason}`}
							onClick={() => onEnd(verdict)}
						>
							Take back…
						</GuardedButton>
					),
				};
			})}
		/>
	);
}

const words: Record<VerdictKind, { name: string; follows: string }> = {
	excluded: {
		name: "excluded",
		follows: "These readings count again in figures, reports and alerts.",
	},
	counts: {
		name: "doubtful readings count",
		follows: "The doubtful readings of this span leave figures, reports and alerts again.",
	},
};

function channelName({ channels }: Device, { channelId }: ReadingVerdict): string {
	return channels.find(({ id }) => id === channelId)?.name ?? "Deleted channel";
}

function VerdictSpan({ device, verdict: { from, to } }: { device: Device; verdict: ReadingVerdict }) {
	const first = <TimeStamp to="seconds" at={from} clock={device} isFocusable />;
	// The end is the first instant after the span.
	if (to - from === 1) return first;
	return (
		<>
			{first} to <TimeStamp to="seconds" at={to - 1} clock={device} isFocusable />
		</>
	);
}

type TakeBackDialogProps = { device: Device; verdict: ReadingVerdict; onClose: () => void };

function TakeBackDialog({ device, verdict, onClose }: TakeBackDialogProps) {
	const { channelId, seq } = verdict;
	const refresh = useRefreshDevice();
	const takeBack = async () => {
		await trpcClient.log.endVerdict.mutate({ channelId, seq });
		toast.success("Taken back.");
		void refresh();
	};
	return (
		<ActionDialog isQuestion title="Take this back?" size={440} label="Take back" run={takeBack} onClose={onClose}>
			<p>
				{channelName(device, verdict)}, <VerdictSpan device={device} verdict={verdict} />.{" "}
				{words[verdict.verdict].follows} Reports that cover it are marked as revised, and its open alerts are evaluated
				again. The decision stays in the list and in the audit log.
			</p>
		</ActionDialog>
	);
}
