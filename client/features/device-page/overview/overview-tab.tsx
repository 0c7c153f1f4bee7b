import { type ReactNode, Suspense } from "react";
import type { Device } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import type { SeriesResponse } from "../../../chart/day-readings";
import { ingestExample } from "../../../entities/ingest";
import { lazyPart } from "../../../ui/feedback/lazy-parts";
import { Snippet } from "../../../ui/form/snippet";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layout.module.css";
import { TextLink } from "../../../ui/layout/link";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/device";
import { ClockCard, FactsCard, SettingsCard } from "./facts-card";
import { IntervalsNotice } from "./intervals-notice";
import { KineticCard } from "./kinetic-card";
import { LatestCard } from "./latest-card";
import classes from "./overview.module.css";
import { RejectionsNotice } from "./rejections-notice";
import { SendsNotice } from "./sends-notice";
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
		<div className={classes.columns}>
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
	const example = ingestExample({
		origin: window.location.origin,
		key: "<device key>",
		channel: device.channels[0]?.name ?? "Temperature",
		at: device.createdAt,
	});
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
