/** What leaving a form of the profile asks. */
export const unsavedProfile = {
	name: "Unsaved changes",
	question: "What you typed here is not saved. Leave and lose it?",
};
