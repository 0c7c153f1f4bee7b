import { TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { DeviceListRow } from "../../../shared/device/device";
import { isDirection } from "../../../shared/formats/units";
import { roundLimits } from "../../../shared/round/round";
import { deviceBy } from "../../api/queries";
import { PlainButton, RemoveButton, SmallButton } from "../../ui/form/buttons";
import { Select } from "../../ui/form/select";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/rounds";
import { type CheckValues, newCheck, type PlaceValues, placeOf, presets } from "./round-values";
import classes from "./rounds.module.css";

type ErrorAt = (path: string) => string | undefined;

type PlacesCardProps = {
	places: PlaceValues[];
	devices: DeviceListRow[];
	errorAt: ErrorAt;
	onChange: (places: PlaceValues[]) => void;
};

export function PlacesCard({ places, devices, errorAt, onChange }: PlacesCardProps) {
	const change = (index: number, changes: Partial<PlaceValues>) =>
		onChange(places.map((place, position) => (position === index ? { ...place, ...changes } : place)));
	return (
		<Card title={t("places")}>
			<div className={layout.padded}>
				<p className={layout.note}>{t("places.help")}</p>
				{errorAt("places") && (
					<p className={layout.error} role="alert">
						{errorAt("places")}
					</p>
				)}
				{places.map((place, index) => (
					<Place
						key={place.id}
						place={place}
						number={index + 1}
						path={`places.${index}.`}
						devices={devices}
						errorAt={errorAt}
						onChange={(changes) => change(index, changes)}
						onRemove={() => onChange(places.filter((_, position) => position !== index))}
					/>
				))}
				{places.length < roundLimits.places && (
					<div className={layout.stack}>
						<p className={layout.note}>{t("preset.help")}</p>
						<fieldset className={layout.part} aria-label={t("place.add")}>
							<div className={classes.buttons}>
								{presets.map((preset) => (
									<PlainButton
										key={preset}
										leftSection={<IconPlus size={16} />}
										onClick={() => onChange([...places, placeOf(preset)])}
									>
										{t(`preset.${preset}`)}
									</PlainButton>
								))}
							</div>
						</fieldset>
					</div>
				)}
			</div>
		</Card>
	);
}

type PlaceProps = {
	place: PlaceValues;
	number: number;
	path: string;
	devices: DeviceListRow[];
	errorAt: ErrorAt;
	onChange: (changes: Partial<PlaceValues>) => void;
	onRemove: () => void;
};

function Place({ place, number, path, devices, errorAt, onChange, onRemove }: PlaceProps) {
	const { checks } = place;
	const changeCheck = (index: number, changes: Partial<CheckValues>) =>
		onChange({ checks: checks.map((check, position) => (position === index ? { ...check, ...changes } : check)) });
	return (
		<fieldset className={layout.part} aria-label={t("place", { number })}>
			<TextInput
				label={t("place.name")}
				withAsterisk
				value={place.name}
				error={errorAt(`${path}name`)}
				onChange={({ currentTarget: { value } }) => onChange({ name: value })}
			/>
			{checks.map((check, index) => (
				<Check
					key={check.id}
					check={check}
					path={`${path}checks.${index}.`}
					devices={devices}
					errorAt={errorAt}
					onChange={(changes) => changeCheck(index, changes)}
					onRemove={() => onChange({ checks: checks.filter((_, position) => position !== index) })}
				/>
			))}
			<div className={classes.buttons}>
				{checks.length < roundLimits.checks &&
					(["readings", "hand"] as const).map((kind) => (
						<SmallButton
							key={kind}
							leftSection={<IconPlus size={16} />}
							onClick={() => onChange({ checks: [...checks, newCheck(kind)] })}
						>
							{t(kind === "hand" ? "check.addHand" : "check.add")}
						</SmallButton>
					))}
				<RemoveButton
					size="compact-md"
					leftSection={<IconTrash size={16} />}
					aria-label={t("place.removeOne", { number })}
					onClick={onRemove}
				>
					{t("place.remove")}
				</RemoveButton>
			</div>
		</fieldset>
	);
}

type CheckProps = Pick<PlaceProps, "path" | "devices" | "errorAt" | "onRemove"> & {
	check: CheckValues;
	onChange: (changes: Partial<CheckValues>) => void;
};

function Check({ check, path, devices, errorAt, onChange, onRemove }: CheckProps) {
	const limit = (name: "low" | "high") => (
		<TextInput
			label={check.unit === "" ? t(name) : `${t(name)} (${check.unit})`}
			inputMode="decimal"
			value={check[name]}
			error={errorAt(`${path}${name}`)}
			onChange={({ currentTarget: { value } }) => onChange({ [name]: value })}
		/>
	);
	return (
		<fieldset className={layout.part} aria-label={t(`check.${check.kind}`)}>
			<p className={layout.note}>{t(`check.${check.kind}`)}</p>
			{check.kind === "readings" ? (
				<ChannelFields check={check} devices={devices} error={errorAt(`${path}channelId`)} onChange={onChange} />
			) : (
				<div className={classes.pair}>
					<TextInput
						label={t("check.name")}
						withAsterisk
						value={check.name}
						error={errorAt(`${path}name`)}
						onChange={({ currentTarget: { value } }) => onChange({ name: value })}
					/>
					<TextInput
						label={t("unit")}
						value={check.unit}
						error={errorAt(`${path}unit`)}
						onChange={({ currentTarget: { value } }) => onChange({ unit: value })}
					/>
				</div>
			)}
			<div className={classes.pair}>
				{limit("low")}
				{limit("high")}
			</div>
			<div>
				<RemoveButton size="compact-md" leftSection={<IconTrash size={16} />} onClick={onRemove}>
					{t("check.remove")}
				</RemoveButton>
			</div>
		</fieldset>
	);
}

type ChannelFieldsProps = Pick<CheckProps, "check" | "devices" | "onChange"> & { error: string | undefined };

function ChannelFields({ check, devices, error, onChange }: ChannelFieldsProps) {
	const { deviceId, channelId } = check;
	const { data: device } = useQuery({ ...deviceBy(deviceId), enabled: deviceId !== "" });
	const fit = (device?.channels ?? []).filter(({ derived, quantity }) => !derived && !isDirection(quantity));
	const known = fit.map(({ id, name }) => ({ value: id, label: name }));
	const isGone = channelId !== "" && device !== undefined && !known.some(({ value }) => value === channelId);
	const choose = (id: string) =>
		onChange({ channelId: id, unit: fit.find((channel) => channel.id === id)?.unit ?? "" });
	return (
		<div className={classes.pair}>
			<Select
				label={t("device")}
				placeholder={t("device.search")}
				searchable
				limit={100}
				data={devices.map(({ id, name }) => ({ value: id, label: name }))}
				value={deviceId === "" ? null : deviceId}
				error={deviceId === "" ? error : undefined}
				onChange={(id) => onChange({ deviceId: id, channelId: "", unit: "" })}
			/>
			<Select
				label={t("channel")}
				placeholder={deviceId === "" ? t("channel.none") : undefined}
				data={isGone ? [...known, { value: channelId, label: t("deletedChannel") }] : known}
				value={channelId === "" ? null : channelId}
				error={deviceId === "" ? undefined : error}
				onChange={choose}
			/>
		</div>
	);
}
