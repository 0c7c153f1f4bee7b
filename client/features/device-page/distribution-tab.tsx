import type { Device } from "../../../shared/device/device";
import { quantityTitles } from "../../../shared/formats/quantity-titles";
import { isDeviceFact, type Quantity } from "../../../shared/formats/units";
import type { RangeType } from "../../../shared/time/time-zones";
import { chosenQuantity } from "../../chart/chart-choice";
import classes from "../../chart/distribution/distribution.module.css";
import { distributionView, viewText } from "../../chart/distribution/distribution-search";
import { DistributionView } from "../../chart/distribution/distribution-view";
import { Select } from "../../ui/form/select";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { NoRows } from "../../ui/layout/rows";
import { t } from "../../words/made/device";
import type { DevicePageSearch } from "./device-page-search";

const ranges = (["24h", "7d", "30d", "90d", "365d"] as const satisfies RangeType[]).map((value) => ({
	value,
	label: t(`range.${value}`),
}));

const usualRange = "30d";

type DistributionTabProps = {
	device: Device;
	search: DevicePageSearch;
	onSearch: (change: DevicePageSearch) => void;
};

export function DistributionTab({ device, search, onSearch }: DistributionTabProps) {
	const range = ranges.find(({ value }) => value === search.range)?.value ?? usualRange;
	const quantities = quantitiesOf(device);
	const chosen = chosenQuantity(search);
	const quantity = quantities.find((one) => one === chosen) ?? quantities[0];
	const view = distributionView(search.view) ?? { channelId: null };
	const shown = quantity === undefined ? {} : { quantity };
	return (
		<Card
			title={t("tab.distribution")}
			action={
				<TextLink to="/log/" search={{ device: device.id, range, ...shown, view: viewText(view) }}>
					{t("distribution.inLog")}
				</TextLink>
			}
		>
			{quantity === undefined ? (
				<NoRows>{t("measuresNothing")}</NoRows>
			) : (
				<div className={classes.body}>
					<div className={classes.controls}>
						<Select
							aria-label={t("distribution.range")}
							size="xs"
							w={130}
							data={ranges}
							value={range}
							onChange={(next) => onSearch({ range: next === usualRange ? undefined : next })}
						/>
						{quantities.length > 1 && (
							<Select
								aria-label={t("distribution.quantity")}
								size="xs"
								w={160}
								data={quantities.map((value) => ({ value, label: quantityTitles[value] }))}
								value={quantity}
								onChange={(next) => onSearch({ quantity: next, view: undefined })}
							/>
						)}
					</div>
					<DistributionView
						request={{ rangeType: range, offset: 0, deviceIds: [device.id], quantity }}
						chosenId={view.channelId}
						isLive
						onChoose={(channelId) => onSearch({ view: viewText({ channelId }) })}
					/>
				</div>
			)}
		</Card>
	);
}

function quantitiesOf({ channels }: Device): Quantity[] {
	const all = [...new Set(channels.map(({ quantity }) => quantity))];
	return [...all.filter((one) => !isDeviceFact(one)), ...all.filter(isDeviceFact)];
}
