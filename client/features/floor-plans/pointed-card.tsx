import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { DeviceListRow } from "../../../shared/device/device";
import type { Quantity } from "../../../shared/formats/units";
import { trpc } from "../../api/trpc";
import classes from "../../floor-plan/floor-plans.module.css";
import type { ShownDot } from "../../floor-plan/plan-stage";
import { Trend } from "../../ui/chart/trend";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { t } from "../../words/made/floor-plans";

type PointedCardProps = {
	dot: ShownDot | null;
	quantity: Quantity | null;
	device: DeviceListRow | null;
	isPicked: boolean;
	/** Null: devices are not being moved. */
	onOff: (() => void) | null;
};

const longEnoughMs = 5 * 60_000;
/** Devices that the pointer or focus passes are not requested. */
const restMs = 200;

/** The device under the pointer or focus, with its last day. */
export function PointedCard({ dot, device, quantity, isPicked, onOff }: PointedCardProps) {
	const [rested] = useDebouncedValue(device?.id ?? null, restMs);
	const { data } = useQuery({
		...trpc.device.getCourses.queryOptions({ deviceIds: [rested ?? ""], quantity: quantity ?? "other" }),
		enabled: rested !== null && rested === device?.id && quantity !== null,
		staleTime: longEnoughMs,
	});
	const day = data?.find(({ deviceId }) => deviceId === device?.id);
	return (
		<Card>
			<div className={classes.pointed} aria-live={isPicked ? "polite" : undefined}>
				{dot === null || device === null ? (
					<p>{t("pointed.none")}</p>
				) : (
					<>
						<h2>
							<TextLink to="/devices/$deviceId" params={{ deviceId: device.id }}>
								{device.name}
							</TextLink>
						</h2>
						<p>{[t(`state.${dot.state}`), dot.value, dot.age].filter(Boolean).join(" · ")}</p>
						{day && (
							<>
								<Trend
									trend={day.course}
									limits={{ low: day.low ?? null, high: day.high ?? null }}
									className={classes.trend}
								/>
								<p>{t("pointed.day")}</p>
							</>
						)}
						{isPicked && <p>{t("pointed.keys")}</p>}
						{onOff && (
							<Button variant="default" size="compact-md" onClick={onOff}>
								{t("pointed.off")}
							</Button>
						)}
					</>
				)}
			</div>
		</Card>
	);
}
