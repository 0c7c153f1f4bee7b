import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { Device } from "../../../../shared/device/device";
import type { ReadingVerdict, VerdictKind } from "../../../../shared/log/reading-verdicts";
import { sentenceFor } from "../../../api/api-error";
import { useRefreshInterval } from "../../../api/live";
import { trpc, trpcClient } from "../../../api/trpc";
import { ConfirmDialog } from "../../../forms/action-dialog";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Select } from "../../../ui/form/select";
import { labeled } from "../../../ui/labeled";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { Rows } from "../../../ui/layout/rows";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/device";
import { useRefreshDevice } from "../use-refresh-device";
import classes from "./settings.module.css";

type VerdictsCardProps = { device: Device; denial: string | null; justifyDenial: string | null };

type Decided = Omit<ReadingVerdict, "verdict"> & { verdict: VerdictKind | "justified" };

const everyChannel = "all";

export function VerdictsCard({ device, denial, justifyDenial }: VerdictsCardProps) {
	const [chosen, setChosen] = useState(everyChannel);
	const [ending, setEnding] = useState<Decided | null>(null);
	const requested = { deviceId: device.id, ...(chosen !== everyChannel && { channelId: chosen }) };
	const refetchInterval = useRefreshInterval();
	const verdicts = useQuery({ ...trpc.log.getVerdicts.queryOptions(requested), refetchInterval });
	const justified = useQuery({ ...trpc.report.getJustifiedSpans.queryOptions(requested), refetchInterval });
	const all: Decided[] = [
		...(verdicts.data ?? []),
		...(justified.data ?? []).map((span) => ({ ...span, verdict: "justified" as const })),
	];
	const ended = all.filter(({ endedAt }) => endedAt !== null);
	const props = { device, denial, justifyDenial, onEnd: setEnding };
	const error = verdicts.error ?? justified.error;
	const isNone = verdicts.data !== undefined && justified.data !== undefined && all.length === 0;
	return (
		<Card title={t("verdicts")}>
			<div className={classes.body}>
				<p className={layout.wrappedNote}>{t("verdicts.text")}</p>
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
				{error !== null && <p className={layout.error}>{sentenceFor(error)}</p>}
				{isNone && <p className={layout.wrappedNote}>{t("verdicts.none")}</p>}
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

type VerdictRowsProps = VerdictsCardProps & { verdicts: Decided[]; onEnd: (verdict: Decided) => void };

function VerdictRows({ device, denial, justifyDenial, verdicts, onEnd }: VerdictRowsProps) {
	if (verdicts.length === 0) return null;
	return (
		<Rows
			rows={verdicts.map((verdict) => {
				const { seq, reason, author, createdAt, endedAt, endedBy } = verdict;
				const name = labeled(channelName(device, verdict), t(`verdicts.${wordKeys[verdict.verdict]}`));
				return {
					key: `${verdict.verdict} ${seq}`,
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
							denial={verdict.verdict === "justified" ? justifyDenial : denial}
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

const wordKeys = { justified: "justified", excluded: "excluded", counts: "count" } as const satisfies Record<
	Decided["verdict"],
	string
>;

function channelName({ channels }: Device, { channelId }: Decided): string {
	return channels.find(({ id }) => id === channelId)?.name ?? t("verdicts.deletedChannel");
}

function VerdictSpan({ device, verdict: { from, to } }: { device: Device; verdict: Decided }) {
	const first = <TimeStamp to="seconds" at={from} clock={device} isFocusable />;
	// The end is the first instant after the span.
	if (to - from === 1) return first;
	return (
		<>{rich("verdicts.span", { first, last: <TimeStamp to="seconds" at={to - 1} clock={device} isFocusable /> })}</>
	);
}

type TakeBackDialogProps = { device: Device; verdict: Decided; onClose: () => void };

function TakeBackDialog({ device, verdict, onClose }: TakeBackDialogProps) {
	const { channelId, seq } = verdict;
	const refresh = useRefreshDevice();
	const takeBack = async () => {
		if (verdict.verdict === "justified") await trpcClient.report.endJustifiedSpan.mutate({ channelId, seq });
		else await trpcClient.log.endVerdict.mutate({ channelId, seq });
		toast.success(t("verdicts.takenBack"));
		void refresh();
	};
	return (
		<ConfirmDialog
			title={t("verdicts.takeBack.question")}
			size={440}
			label={t("verdicts.takeBack")}
			run={takeBack}
			onClose={onClose}
		>
			<p>
				{channelName(device, verdict)}, <VerdictSpan device={device} verdict={verdict} />.{" "}
				{t(`verdicts.${wordKeys[verdict.verdict]}.end`)}{" "}
				{verdict.verdict === "justified" ? t("verdicts.justified.effect") : t("verdicts.takeBack.effect")}
			</p>
		</ConfirmDialog>
	);
}
