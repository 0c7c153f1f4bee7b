import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import type { Device } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import { kineticDays } from "../../../../shared/device/kinetic-means";
import { trpc } from "../../../api/trpc";
import type { SeriesResponse } from "../../../chart/day-readings";
import { setSendsChanges } from "../../../device-actions/device-changes";
import { deviceExample } from "../../../entities/ingest";
import { lazyPart } from "../../../ui/feedback/lazy-parts";
import { Callout } from "../../../ui/feedback/notes";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Snippet } from "../../../ui/form/snippet";
import { Card } from "../../../ui/layout/card";
import { Facts } from "../../../ui/layout/detail";
import detailStyles from "../../../ui/layout/detail.module.css";
import layout from "../../../ui/layout/layouts.module.css";
import { TextLink } from "../../../ui/layout/link";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { useValueStyle, valueText } from "../../../ui/value-display";
import { rich, t } from "../../../words/made/device";
import { ClockCard, FactsCard, SettingsCard } from "./facts-card";
import { IntervalsNotice } from "./intervals-notice";
import { LatestCard } from "./latest-card";
import classes from "./overview.module.css";
import { RejectionsNotice } from "./rejections-notice";
import { SentUnitsNotice } from "./sent-units-notice";
import { SilenceCard } from "./silence-card";
import { UplinkNotice } from "./uplink-notice";

const UseCard = lazyPart(async () => (await import("./use-card")).UseCard);

type OverviewTabProps = {
	device: Device;
	groups: GroupListRow[];
	day: SeriesResponse;
	chart: ReactNode;
	rejection: string | null;
};

export function OverviewTab({ device, groups, day, chart, rejection }: OverviewTabProps) {
	return (
		<div className={detailStyles.columns}>
			<div className={layout.stack}>
				<SilenceCard device={device} />
				{device.refusals && <RejectionsNotice device={device} rejections={device.refusals} />}
				<SentUnitsNotice device={device} rejection={rejection} />
				<IntervalsNotice device={device} groups={groups} rejection={rejection} />
				<SendsNotice device={device} rejection={rejection} />
				{device.uplinkNote && <UplinkNotice device={device} note={device.uplinkNote} />}
				{device.status === "never" && <WaitingCard device={device} />}
				<LatestCard device={device} day={day} />
				{(device.lastReceivedAt !== null || device.lastReadingAt !== null) && device.channels.length > 0 && chart}
				<Suspense fallback={null}>
					{device.channels.map(
						(channel) =>
							channel.derived?.kind === "use" && <UseCard key={channel.id} device={device} channel={channel} />,
					)}
				</Suspense>
			</div>
			<div className={layout.stack}>
				<FactsCard device={device} groups={groups} />
				<ClockCard device={device} groups={groups} />
				<SettingsCard device={device} groups={groups} />
				{device.channels.some(isTemperature) && <KineticCard device={device} />}
			</div>
		</div>
	);
}

const isTemperature = ({ quantity, at, derived }: Device["channels"][number]) =>
	quantity === "temperature" && at !== null && !derived;

function WaitingCard({ device }: { device: Device }) {
	const example = deviceExample(device);
	return (
		<Card title={t("waiting")}>
			<div className={classes.waiting}>
				<p>
					{rich("waiting.text", {
						time: <TimeStamp at={device.createdAt.getTime()} clock={device} isFocusable />,
						age: <TimeStamp at={device.createdAt.getTime()} clock={device} show="age" />,
						link: (text) => (
							<TextLink to="/devices/$deviceId" params={{ deviceId: device.id }} search={{ tab: "settings" }}>
								{text}
							</TextLink>
						),
					})}
				</p>
				<Snippet title={t("key.try")} text={example} />
			</div>
		</Card>
	);
}

/** Shows nothing until the figures arrive: it is the last card of its column. */
function KineticCard({ device }: { device: Device }) {
	useValueStyle();
	const means = useQuery(trpc.device.getKineticMeans.queryOptions({ deviceId: device.id }));
	const byChannel = new Map(means.data?.map(({ channelId, kinetic }) => [channelId, kinetic]));
	const facts = device.channels.flatMap((channel) => {
		const kinetic = byChannel.get(channel.id);
		return kinetic === undefined ? [] : [{ label: channel.name, value: valueText(kinetic, channel) }];
	});
	if (facts.length === 0) return null;
	return (
		<Card title={t("kinetic")}>
			<Facts facts={facts} />
			<p className={classes.note}>{t("kinetic.text", { days: kineticDays })}</p>
		</Card>
	);
}

type SendsNoticeProps = { device: Device; rejection: string | null };

function SendsNotice({ device, rejection }: SendsNoticeProps) {
	const [isBusy, setIsBusy] = useState(false);
	if (!device.seemsToSendChanges || device.archivedAt !== null) return null;
	const save = async () => {
		setIsBusy(true);
		await setSendsChanges(device);
		setIsBusy(false);
	};
	return (
		<section aria-label={t("changesOnly")}>
			<Callout tone="brand" className={classes.notice}>
				<h2>{t("changesOnly.title")}</h2>
				<p>{t("changesOnly.text")}</p>
				<GuardedButton denial={rejection} isLoading={isBusy} className={classes.use} onClick={() => void save()}>
					{t("changesOnly.yes")}
				</GuardedButton>
			</Callout>
		</section>
	);
}
