import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * Part of a page that no screen needs to stand: its code comes after the screen's. `Missing` stands in its place where
 * that could not be loaded.
 */
export function latePart<Props extends object>(
	load: () => Promise<ComponentType<Props>>,
	Missing: ComponentType<Props> = () => null,
): LazyExoticComponent<ComponentType<Props>> {
	return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
		try {
			return { default: await load() };
		} catch {
			// A page without it is better than none; the watch for new versions has heard of the failure.
			return { default: Missing };
		}
	});
}
