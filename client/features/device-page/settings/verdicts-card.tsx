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
import { labeled } from "../../../ui/labeled";
import { Card } from "../../../ui/layout/card";
import { Rows } from "../../../ui/layout/rows";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/device";
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
		<Card title={t("verdicts")}>
			<div className={classes.body}>
				<p className={classes.help}>{t("verdicts.text")}</p>
				{device.channels.length > 1 && (
					<Select
						label={t("verdicts.channel")}
						data={[
							{ value: everyChannel, label: t("verdicts.allChannels") },
							...device.channels.map(({ id, name }) => ({ value: id, label: name })),
						]}
						value={chosen}
						onChange={setChosen}
					/>
				)}
				{verdicts.isError && <p className={classes.listError}>{sentenceFor(verdicts.error)}</p>}
				{verdicts.data?.length === 0 && <p className={classes.help}>{t("verdicts.none")}</p>}
				<VerdictRows {...props} verdicts={all.filter(({ endedAt }) => endedAt === null)} />
				{ended.length > 0 && (
					<details>
						<summary>{t("verdicts.ended")}</summary>
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
				const name = labeled(channelName(device, verdict), words[verdict.verdict].name);
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
								{rich("verdicts.by", { name: author, time: <TimeStamp at={createdAt} clock={device} isFocusable /> })}
							</div>
							{endedAt !== null && (
								<div>
									{rich("verdicts.endedBy", {
										name: endedBy,
										time: <TimeStamp at={endedAt} clock={device} isFocusable />,
									})}
								</div>
							)}
						</>
					),
					end: endedAt === null && (
						<GuardedButton
							denial={denial}
							size="compact-md"
							label={t("verdicts.takeBack.name", { verdict: name, reason })}
							onClick={() => onEnd(verdict)}
						>
							{t("verdicts.takeBackButton")}
						</GuardedButton>
					),
				};
			})}
		/>
	);
}

const words: Record<VerdictKind, { name: string; follows: string }> = {
	excluded: {
		name: t("verdicts.excluded"),
		follows: t("verdicts.excluded.end"),
	},
	counts: {
		name: t("verdicts.count"),
		follows: t("verdicts.count.end"),
	},
};

function channelName({ channels }: Device, { channelId }: ReadingVerdict): string {
	return channels.find(({ id }) => id === channelId)?.name ?? t("verdicts.deletedChannel");
}

function VerdictSpan({ device, verdict: { from, to } }: { device: Device; verdict: ReadingVerdict }) {
	const first = <TimeStamp to="seconds" at={from} clock={device} isFocusable />;
	// The end is the first instant after the span.
	if (to - from === 1) return first;
	return (
		<>{rich("verdicts.span", { first, last: <TimeStamp to="seconds" at={to - 1} clock={device} isFocusable /> })}</>
	);
}

type TakeBackDialogProps = { device: Device; verdict: ReadingVerdict; onClose: () => void };

function TakeBackDialog({ device, verdict, onClose }: TakeBackDialogProps) {
	const { channelId, seq } = verdict;
	const refresh = useRefreshDevice();
	const takeBack = async () => {
		await trpcClient.log.endVerdict.mutate({ channelId, seq });
		toast.success(t("verdicts.takenBack"));
		void refresh();
	};
	return (
		<ActionDialog
			isQuestion
			title={t("verdicts.takeBack.question")}
			size={440}
			label={t("verdicts.takeBack")}
			run={takeBack}
			onClose={onClose}
		>
			<p>
				{channelName(device, verdict)}, <VerdictSpan device={device} verdict={verdict} />.{" "}
				{words[verdict.verdict].follows} {t("verdicts.takeBack.effect")}
			</p>
		</ActionDialog>
	);
}
