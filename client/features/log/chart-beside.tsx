import { quantityInSentence } from "../../../shared/formats/quantity-titles";
import type { Quantity } from "../../../shared/formats/units";
import type { ChartChoice, Comparison } from "../../chart/chart-choice";
import { comparisonLabels } from "../../chart/chart-compare";
import { Select } from "../../ui/form/select";
import { capitalized } from "../../ui/format";
import { t } from "../../words/made/log";

type ChartBesideProps = {
	choice: ChartChoice;
	quantity: Quantity;
	quantities: Quantity[];
	onChoice: (choice: ChartChoice) => void;
};

const none = "none";
/** A touch field gives its arrow 44 px, which leaves too little for the longest choice on a phone. */
const arrowPx = 28;
const comparisons = Object.keys(comparisonLabels) as Comparison[]; // keys of a const object are its keyof

export function ChartBeside({ choice, quantity, quantities, onChoice }: ChartBesideProps) {
	const others = quantities.filter((each) => each !== quantity);
	const isSecondKnown = choice.second === null || others.includes(choice.second);
	return (
		<>
			<Select
				aria-label={t("compare")}
				size="xs"
				w={150}
				rightSectionWidth={arrowPx}
				value={choice.against ?? none}
				data={[
					{ value: none, label: t("compare.none") },
					...comparisons.map((each) => ({ value: each, label: capitalized(comparisonLabels[each]) })),
				]}
				onChange={(chosen) => onChoice({ ...choice, against: comparisons.find((each) => each === chosen) ?? null })}
			/>
			{others.length > 0 && (
				<Select
					aria-label={t("secondQuantity")}
					size="xs"
					w={150}
					rightSectionWidth={arrowPx}
					value={isSecondKnown ? (choice.second ?? none) : none}
					data={[
						{ value: none, label: t("secondQuantity.none") },
						...others.map((each) => ({
							value: each,
							label: t("secondQuantity.and", { quantity: quantityInSentence(each) }),
						})),
					]}
					onChange={(chosen) => onChoice({ ...choice, second: others.find((each) => each === chosen) ?? null })}
				/>
			)}
		</>
	);
}
