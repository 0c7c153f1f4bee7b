import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { controls, filters, list, MenuSample, opened } from "./samples";

/** Copies each rule of a pointer or a focus to an attribute, as no script can hold the real state. */
function showStates(): void {
	for (const { cssRules } of document.styleSheets) {
		const selectors = [...cssRules].filter((rule) => /:hover|:focus-visible/.test(rule.cssText));
		const copies = selectors.map(({ cssText }) =>
			cssText
				.replaceAll(":hover", ":is([data-hover] *)")
				.replaceAll(":focus-visible", ":is([data-focus] :is(a, button, input))"),
		);
		const sheet = new CSSStyleSheet();
		sheet.replaceSync(copies.join("\n"));
		document.adoptedStyleSheets.push(sheet);
	}
}

export function Workshop() {
	useEffect(showStates, []);
	return (
		<main style={{ padding: 24, display: "grid", gap: 32 }}>
			<h1>Workshop</h1>
			{list}
			<section style={{ display: "flex", gap: 12, flexWrap: "wrap" }}>
				{Object.keys(opened).map((name) => (
					<Opener key={name} name={name} />
				))}
				<MenuSample />
				{filters}
			</section>
			{Object.entries(controls).map(([name, samples]) => (
				<section key={name} aria-label={name} style={{ display: "grid", gap: 12 }}>
					<h2>{name}</h2>
					<div style={{ display: "flex", gap: 24, flexWrap: "wrap", alignItems: "start" }}>
						{Object.entries(samples).map(([state, sample]) => (
							<figure key={state} style={{ display: "grid", gap: 6, margin: 0, minWidth: 160, maxWidth: 680 }}>
								<figcaption style={{ color: "var(--ink-soft)" }}>{state}</figcaption>
								{sample}
							</figure>
						))}
					</div>
				</section>
			))}
		</main>
	);
}

function Opener({ name }: { name: string }) {
	const [isOpen, setIsOpen] = useState(false);
	return (
		<>
			<Button onClick={() => setIsOpen(true)}>Open {name}</Button>
			{opened[name]?.({ isOpen, onClose: () => setIsOpen(false) })}
		</>
	);
}
