import { type AlertClear, channelsOf } from "../../../shared/alert/alert-rule";
import { comparedAs, comparesDuration } from "../../../shared/alert/alert-sentence";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import type { ChannelChoice } from "../../../shared/alert/conditions/terms";
import { readIn } from "../../../shared/formats/units";
import { useTypedValue } from "../../forms/value-input";
import { useValueStyle } from "../../ui/value-display";
import { rich, t } from "../../words/made/alerts";
import type { ClearValues } from "./alert-values";
import { Choice, ComparedWith, type ErrorAt, Sentence, Span, Together, Typed, words } from "./sentence-parts";

type ClearSentenceProps = {
	clear: ClearValues;
	condition: AlertCondition;
	typedChannels: ChannelChoice;
	errorAt: ErrorAt;
	onChange: (changes: Partial<ClearValues>, path: string) => void;
};

export function ClearSentence({ clear, condition, typedChannels, errorAt, onChange }: ClearSentenceProps) {
	const isPlain = comparesDuration(condition);
	const options = isPlain ? plainClearOptions : clearOptions;
	const by = options.some(({ value }) => value === clear.by) ? clear.by : "opposite";
	const [channels = typedChannels] = channelsOf(condition);
	const compared = comparedAs(condition);
	const isRead = compared !== null && clear.marginKind === "absolute";
	const margin = useTypedValue({
		value: clear.margin,
		measure: isRead ? channels : { quantity: "other", unit: "" },
		isDifference: true,
		onChange: (next) => onChange({ margin: next }, "rule.clear.hysteresis"),
	});
	const style = useValueStyle();
	const marginUnit = compared === null ? channels.unit : readIn(channels, style).unit;
	const how = (
		<Choice
			label={t("clear.how")}
			options={options}
			value={by}
			onChange={(next) => onChange({ by: next }, "rule.clear")}
		/>
	);
	const span = (
		<Span
			label={t("clear.after")}
			value={clear.clearFor}
			error={errorAt("rule.clear.clearForSeconds")}
			onChange={(clearFor) => onChange({ clearFor }, "rule.clear.clearForSeconds")}
		/>
	);
	if (by === "person") return <Sentence>{rich("form.endsPerson", { words, how })}</Sentence>;
	if (by === "condition") {
		const comparedWith = (
			<ComparedWith
				label={t("clear.end")}
				comparison={clear.comparison}
				limit={clear.limit}
				channels={channels}
				compared={compared}
				path="rule.clear"
				errorAt={errorAt}
				onChange={onChange}
			/>
		);
		return <Sentence>{rich("form.endsCondition", { words, how, compared: comparedWith, span })}</Sentence>;
	}
	if (isPlain) return <Sentence>{rich("form.endsPlain", { words, how, span })}</Sentence>;
	const amount = (
		<Typed
			label={t("clear.margin")}
			placeholder="0"
			value={margin.text}
			error={errorAt("rule.clear.hysteresis.value")}
			onChange={margin.change}
		/>
	);
	const unit = (
		<Choice
			label={t("clear.marginUnit")}
			options={[
				{ value: "absolute" as const, label: marginUnit === "" ? t("clear.units") : marginUnit },
				{ value: "percent" as const, label: t("clear.percent") },
			]}
			value={clear.marginKind}
			onChange={(marginKind) => onChange({ marginKind }, "rule.clear.hysteresis")}
		/>
	);
	return (
		<Sentence>
			{rich("form.endsOpposite", { words, how, margin: (parts) => <Together>{parts}</Together>, amount, unit, span })}
		</Sentence>
	);
}

const clearOptions = (["opposite", "condition", "person"] as const satisfies AlertClear["by"][]).map((value) => ({
	value,
	label: t(`clear.${value}`),
}));
const plainClearOptions = clearOptions.filter(({ value }) => value !== "condition");
