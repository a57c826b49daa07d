// Making elements. Text is text: nothing a file or a log says is ever read as HTML.

/** An element. Attributes that are functions listen; true is present, null and false are left out.
 * @param {string} name @param {Record<string, any>} [attributes] @param {...any} children
 * @returns {any} */
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (key === "value") element.value = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(key, String(value));
    }
  }
  element.append(...children.flat().filter((one) => one !== null && one !== undefined));
  return element;
}

/** @param {string} id @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Say something to those who listen to the page. @param {string} text */
export function speak(text) {
  byId("said").textContent = text;
}
