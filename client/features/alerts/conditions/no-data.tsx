import { typedSeconds } from "../../../forms/typed-setting";
import { Choice, SentenceText, Span } from "../sentence-parts";
import { type ConditionForm, root, spanOf } from "./condition-form";

type NoDataValues = { isWholeDevice: boolean; isAfterOffline: boolean };

const missingOptions = [
	{ value: "upload", label: "no upload" },
	{ value: "readings", label: "no reading" },
] as const;

const silenceOptions = [
	{ value: "offline", label: "until the device counts as offline" },
	{ value: "span", label: "for" },
] as const;

export const noData: ConditionForm<"noData", NoDataValues> = {
	label: "No data: uploads or readings stop",
	usual: { isWholeDevice: true, isAfterOffline: true },
	valuesOf: ({ channels, afterSeconds }) => ({
		isWholeDevice: channels === null,
		isAfterOffline: afterSeconds === null,
		...(afterSeconds !== null && { after: spanOf(afterSeconds) }),
	}),
	conditionOf: ({ isWholeDevice, channels, isAfterOffline, after }) => ({
		kind: "noData",
		channels: isWholeDevice ? null : channels,
		afterSeconds: isAfterOffline ? null : typedSeconds(after),
	}),
	Fields: ({ values, parts, bind, onChange }) => (
		<>
			<Choice
				label="What is missing"
				options={missingOptions}
				value={values.isWholeDevice ? "upload" : "readings"}
				onChange={(chosen) => onChange({ isWholeDevice: chosen === "upload" }, `${root}.channels`)}
			/>
			{!values.isWholeDevice && (
				<>
					<SentenceText>of</SentenceText>
					{parts.channels}
				</>
			)}
			{parts.where}
			<SentenceText>came</SentenceText>
			<Choice
				label="How long it is missing"
				options={silenceOptions}
				value={values.isAfterOffline ? "offline" : "span"}
				onChange={(chosen) => onChange({ isAfterOffline: chosen === "offline" }, `${root}.afterSeconds`)}
			/>
			{!values.isAfterOffline && <Span label="For how long" {...bind("after", "afterSeconds")} />}
		</>
	),
};
