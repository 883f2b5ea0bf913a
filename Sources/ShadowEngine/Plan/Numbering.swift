/// Things numbered in the order of their first appearance.
struct Numbering<Element: Hashable> {
  private(set) var list: [Element] = []
  private var numbers: [Element: Int] = [:]

  mutating func number(_ element: Element) -> Int {
    if let number = numbers[element] { return number }
    let number = list.count
    numbers[element] = number
    list.append(element)
    return number
  }
}
