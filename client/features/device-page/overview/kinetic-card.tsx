import { useQuery } from "@tanstack/react-query";
import type { Device } from "../../../../shared/device/device";
import { kineticDays } from "../../../../shared/device/kinetic-means";
import { trpc } from "../../../api/trpc";
import { Card } from "../../../ui/layout/card";
import { Facts } from "../../../ui/layout/detail";
import { useValueStyle, valueText } from "../../../ui/value-display";
import { t } from "../../../words/made/device";
import classes from "./overview.module.css";

/** Shows nothing until the figures arrive: it is the last card of its column. */
export function KineticCard({ device }: { device: Device }) {
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
