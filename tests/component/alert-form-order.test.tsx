import { expect, onTestFinished, test } from "vitest";
import { newAlert } from "../../client/features/alerts/alert-values";
import { ClearSentence } from "../../client/features/alerts/clear-sentence";
import { conditionOf } from "../../client/features/alerts/conditions/registry";
import { RecipientsCard } from "../../client/features/alerts/recipients-card";
import german from "../../shared/words/made/de/alerts.js";
import spoken from "../../shared/words/made/en/alerts.js";
import japanese from "../../shared/words/made/ja/alerts.js";
import { show } from "./show";

const english = { ...spoken };

/** The words of each sentence in reading order, with `□` for a control. */
function sentences(container: Element): string[] {
	return [...container.querySelectorAll("[class*=sentence]")].map((sentence) => {
		const nodes = document.createTreeWalker(sentence, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
		let text = "";
		while (nodes.nextNode()) {
			const { currentNode: node } = nodes;
			if (node instanceof HTMLInputElement && node.type !== "hidden") text += "□";
			if (node instanceof Text) text += node.data;
		}
		return text;
	});
}

const { condition, clear } = newAlert;
const reminder = { isOn: true, every: { amount: "1", unit: "hours" as const }, atMost: "3" };
const step = { after: { amount: "30", unit: "minutes" as const }, contactIds: [], contactGroupIds: [], channels: null };

test.each([
	[
		"English",
		english,
		["It ends□by at least□□for□□", "It ends□□□□°Cfor□□", "It ends□"],
		["Every□□, at most□times", "If nobody has acknowledged it after□□, notify"],
	],
	[
		"German",
		german,
		[
			"Der Alarm endet,□und dasmit mindestens□□Abstand□□lang",
			"Der Alarm endet,□□□□°Cund das□□lang",
			"Der Alarm endet,□",
		],
		["Alle□□, höchstens□Mal", "Wenn nach□□niemand bestätigt hat, benachrichtigen:"],
	],
	[
		"Japanese",
		japanese,
		["□□□以上の余裕をもって□□続いたら終了", "□□□□°C□□続いたら終了", "□終了"],
		["□□ごと、最大□回", "誰も確認しないまま□□経過したら、次の連絡先に通知："],
	],
])("The parts of a rule's end, its reminders and steps have the order of %s", async (_, words, ends, following) => {
	onTestFinished(() => void Object.assign(spoken, english));
	Object.assign(spoken, words);
	const parts = {
		condition: conditionOf(condition),
		typedChannels: condition.channels,
		errorAt: () => undefined,
		onChange: () => {},
	};
	const { container } = await show(
		<>
			{(["opposite", "condition", "person"] as const).map((by) => (
				<ClearSentence key={by} clear={{ ...clear, by }} {...parts} />
			))}
			<RecipientsCard
				values={{ ...newAlert, reminder, escalation: [step] }}
				contacts={[]}
				contactGroups={[]}
				rosters={[]}
				canAddContacts={false}
				errorAt={() => undefined}
				onChange={() => {}}
			/>
		</>,
	);
	expect(sentences(container)).toEqual([...ends, ...following]);
});
